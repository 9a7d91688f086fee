import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EngineHarness, failureOf, SENTENCE } from './helpers.ts'
import { stepCube } from './model-files.ts'
import { countTriangles, factsOf } from './model-looks.ts'

const shop = new EngineHarness()
beforeAll(() => shop.open())
afterAll(() => shop.close())
const facts = (path: string, format?: string) => factsOf(shop, path, format)

describe('older formats, written by hand', () => {
  it.each([
    [
      'a.ac',
      1,
      'AC3Db\nMATERIAL "red" rgb 1 0 0 amb 0.2 0.2 0.2 emis 0 0 0 spec 0 0 0 shi 10 trans 0\nOBJECT world\nkids 1\nOBJECT poly\nname "tri"\nnumvert 3\n0 0 0\n1 0 0\n0 1 0\nnumsurf 1\nSURF 0x20\nmat 0\nrefs 3\n0 0 0\n1 0 0\n2 0 0\nkids 0\n',
    ],
    [
      'a.dxf',
      1,
      '  0\nSECTION\n  2\nENTITIES\n  0\n3DFACE\n  8\n0\n 10\n0.0\n 20\n0.0\n 30\n0.0\n 11\n1.0\n 21\n0.0\n 31\n0.0\n 12\n0.0\n 22\n1.0\n 32\n0.0\n 13\n0.0\n 23\n1.0\n 33\n0.0\n  0\nENDSEC\n  0\nEOF\n',
    ],
    [
      'a.smd',
      1,
      'version 1\nnodes\n0 "root" -1\nend\nskeleton\ntime 0\n0 0 0 0 0 0 0\nend\ntriangles\nskin.bmp\n0 0 0 0 0 0 1 0 0\n0 1 0 0 0 0 1 1 0\n0 0 1 0 0 0 1 0 1\nend\n',
    ],
    [
      'a.x',
      1,
      'xof 0303txt 0032\nMesh tri {\n 3;\n 0.0;0.0;0.0;,\n 1.0;0.0;0.0;,\n 0.0;1.0;0.0;;\n 1;\n 3;0,1,2;;\n}\n',
    ],
    [
      'a.ase',
      1,
      '*3DSMAX_ASCIIEXPORT\t200\n*GEOMOBJECT {\n\t*NODE_NAME "t"\n\t*NODE_TM {\n\t\t*NODE_NAME "t"\n\t\t*TM_ROW0 1 0 0\n\t\t*TM_ROW1 0 1 0\n\t\t*TM_ROW2 0 0 1\n\t\t*TM_ROW3 0 0 0\n\t}\n\t*MESH {\n\t\t*MESH_NUMVERTEX 3\n\t\t*MESH_NUMFACES 1\n\t\t*MESH_VERTEX_LIST {\n\t\t\t*MESH_VERTEX 0 0 0 0\n\t\t\t*MESH_VERTEX 1 1 0 0\n\t\t\t*MESH_VERTEX 2 0 1 0\n\t\t}\n\t\t*MESH_FACE_LIST {\n\t\t\t*MESH_FACE 0: A: 0 B: 1 C: 2 AB: 1 BC: 1 CA: 1 *MESH_SMOOTHING 1 *MESH_MTLID 0\n\t\t}\n\t}\n}\n',
    ],
    [
      'a.x3d',
      14,
      '<X3D><Scene><Transform translation="0 0 5"><Shape><Box size="1 2 3"/></Shape></Transform><Shape><IndexedFaceSet coordIndex="0 1 2 3 -1"><Coordinate point="0 0 0, 1 0 0, 1 1 0, 0 1 0"/></IndexedFaceSet></Shape></Scene></X3D>',
    ],
  ])('%s', async (name, triangles, content) => {
    const path = shop.file(name, content)
    const found = await facts(path)
    expect(found).toMatchObject({ format: name.slice(2), triangles })
    expect(Math.max(...(found.bounding_box?.size ?? []))).toBeGreaterThanOrEqual(1)
    expect(countTriangles(await shop.convert(path, 'stl'))).toBe(triangles)
  })
})

describe('CAD', () => {
  it('makes triangles of a STEP cube', async () => {
    const path = shop.file('cube.step', stepCube(10))
    const found = await facts(path)
    expect(found).toMatchObject({
      format: 'step',
      triangles: 12,
      bounding_box: { min: [0, 0, 0], max: [10, 10, 10] },
    })
    const output = await shop.convert(path, 'stl')
    expect(countTriangles(output)).toBe(12)
  })

  it('refuses one that holds no solid', async () => {
    const path = shop.file('empty.stp', stepCube(10).replace(/MANIFOLD_SOLID_BREP[^;]*/, "GROUP('','')"))
    const failure = await failureOf(shop.convert(path, 'glb'))
    expect(['source_unsupported', 'source_damaged']).toContain(failure.code)
    expect(failure.message).toMatch(SENTENCE)
  })

  const samples = join(process.cwd(), 'node_modules/occt-import-js/test/testfiles')
  it.runIf(existsSync(samples)).each([
    ['cube-10x10mm/Cube 10x10.igs', 'iges', 12],
    ['cax-if-brep/as1_pe_203.brep', 'brep', 3848],
    ['cax-if/as1-oc-214.stp', 'step', 5040],
  ])('%s', async (file, format, triangles) => {
    const found = await facts(join(samples, file))
    expect(found.format).toBe(format)
    expect(Math.abs(found.triangles - triangles)).toBeLessThan(triangles * 0.1)
  })
})
