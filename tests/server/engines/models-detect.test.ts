import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EngineHarness } from './helpers.ts'
import { zip } from './zips.ts'

const shop = new EngineHarness()
beforeAll(() => shop.open())
afterAll(() => shop.close())

describe('what a file is', () => {
  const binaryStl = (triangles: number, size = triangles) => {
    const bytes = Buffer.alloc(84 + 50 * size)
    bytes.writeUInt32LE(triangles, 80)
    return bytes
  }
  it.each<[name: string, content: string | Buffer, format: string | null]>([
    ['a.obj', '# c\nmtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n', 'obj'],
    ['a.obj', 'Dear all,\nv is a letter.\n', null],
    ['a.txt', 'v 0 0 0\nv 1 0 0\n', 'txt'],
    ['a.off', 'OFF\n3 1 0\n', 'off'],
    ['a.off', 'OFFICE hours\n', null],
    ['a.md', 'OFF\n3 1 0\n', 'md'],
    ['a.ply', 'ply\nformat ascii 1.0\n', 'ply'],
    ['a.stl', 'solid x\nfacet normal 0 0 1\n', 'stl'],
    ['a.stl', binaryStl(2), 'stl'],
    ['noname', binaryStl(2), 'stl'],
    ['a.stl', binaryStl(4_000_000_000, 1), null],
    ['a.glb', Buffer.from('glTF\x02\0\0\0'), 'glb'],
    ['a.gltf', '{"asset":{"version":"2.0"}}', 'gltf'],
    ['noname', '{ "scene": 0, "asset": { "generator": "x", "version": "2.0" } }', 'gltf'],
    ['a.ipynb', '{"asset":{"version":"2.0"}}', 'ipynb'],
    ['a.dae', '<?xml version="1.0"?>\n<!-- c -->\n<COLLADA version="1.4.1"></COLLADA>', 'dae'],
    ['a.x3d', '<?xml version="1.0"?><!DOCTYPE X3D PUBLIC "a" "b"><X3D/>', 'x3d'],
    ['a.amf', '<amf unit="inch"/>', 'amf'],
    ['a.dae', '<html><body>x</body></html>', 'html'],
    ['a.fbx', 'Kaydara FBX Binary  \0\x1a\0', 'fbx'],
    ['a.fbx', '; FBX 7.4.0 project file\n', 'fbx'],
    ['a.3ds', Buffer.from('4d4d0a00000000000000', 'hex'), '3ds'],
    ['a.blend', 'BLENDER-v279', 'blend'],
    ['a.x', 'xof 0303txt 0032\n', 'x'],
    ['a.lwo', 'FORM\0\0\0\x10LWO2', 'lwo'],
    ['a.ac', 'AC3Db\n', 'ac'],
    ['a.dxf', '  0\r\nSECTION\r\n  2\r\nENTITIES\r\n', 'dxf'],
    ['a.md2', 'IDP2\x08\0\0\0', 'md2'],
    ['a.b3d', 'BB3D\0\0\0\0', 'b3d'],
    ['a.bvh', 'HIERARCHY\nROOT Hips\n{', 'bvh'],
    ['a.cob', 'Caligari V00.01ALH', 'cob'],
    ['a.smd', 'version 1\nnodes\n', 'smd'],
    ['a.ms3d', 'MS3D000000\x04\0\0\0', 'ms3d'],
    ['a.ase', '*3DSMAX_ASCIIEXPORT\t200\n', 'ase'],
    ['a.ogex', 'Metric (key = "distance") {float {1.0}}\n', 'ogex'],
    ['a.step', 'ISO-10303-21;\nHEADER;\n', 'step'],
    ['a.ifc', "ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('IFC2X3'));\n", 'ifc'],
    ['a.igs', `${' '.repeat(72)}S      1\r\n`, 'iges'],
    ['a.brep', 'DBRep_DrawableShape\n\nCASCADE Topology V1', 'brep'],
    ['a.zip', zip({ 'x/chair.obj': 'v 0 0 0\n', 'x/chair.mtl': '', 'x/wood.png': '' }), 'obj'],
    ['a.zip', zip({ 'a.obj': '', 'b.obj': '' }), 'zip'],
    ['a.zip', zip({ '__MACOSX/._a.stl': '', 'a.stl': '' }), 'stl'],
    ['a.3mf', zip({ '[Content_Types].xml': '', '3D/3dmodel.model': '' }), '3mf'],
    ['a.usdz', zip({ 'scene.usda': '#usda 1.0' }), 'usdz'],
    ['a.zip', zip({ 'notes.txt': '' }), 'zip'],
  ])('%s is told by its bytes (%#)', async (name, content, format) => {
    const path = shop.file(name, content)
    expect((await shop.engines.detect({ path, filename: name }))?.format ?? null).toBe(format)
  })

  it('takes no longer over a beginning that never ends', async () => {
    for (const start of [
      '<?a?>'.repeat(12_000),
      '/**/'.repeat(15_000),
      '<!---->'.repeat(9000),
      '#\n'.repeat(30_000),
    ]) {
      const path = shop.file('a.dae', start)
      const before = performance.now()
      await shop.engines.detect({ path, filename: 'a.dae' })
      expect(performance.now() - before).toBeLessThan(2000)
    }
  })
})
