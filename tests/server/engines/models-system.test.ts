import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ModelInspection } from '../../../server/engines/families/model/inspection.ts'
import { readZipDirectory } from '../../../server/engines/kernel/source/zip.ts'
import { EngineHarness, failureOf, SENTENCE } from './helpers.ts'
import { gltfReader, ring, texturedSquare } from './model-files.ts'
import { zip } from './zips.ts'

const shop = new EngineHarness()
beforeAll(() => shop.open())
afterAll(() => shop.close())

async function facts(path: string, format: string): Promise<ModelInspection> {
  const output = await shop.convert(path, 'json', {}, { operation: 'inspect', format })
  return ModelInspection.parse(JSON.parse(readFileSync(output.path, 'utf8')))
}

/** A block of 2 × 4 × 3 metres as IFC: a rectangle drawn upwards. */
const BLOCK = `ISO-10303-21;
HEADER;
FILE_DESCRIPTION(('ViewDefinition [CoordinationView]'),'2;1');
FILE_NAME('block.ifc','2020-01-01T00:00:00',('a'),('b'),'c','d','');
FILE_SCHEMA(('IFC2X3'));
ENDSEC;
DATA;
#1=IFCPERSON($,'a',$,$,$,$,$,$);
#2=IFCORGANIZATION($,'b',$,$,$);
#3=IFCPERSONANDORGANIZATION(#1,#2,$);
#4=IFCAPPLICATION(#2,'1','c','c');
#5=IFCOWNERHISTORY(#3,#4,$,.ADDED.,$,$,$,0);
#6=IFCDIRECTION((0.,0.,1.));
#7=IFCDIRECTION((1.,0.,0.));
#8=IFCCARTESIANPOINT((0.,0.,0.));
#9=IFCAXIS2PLACEMENT3D(#8,#6,#7);
#10=IFCGEOMETRICREPRESENTATIONCONTEXT('Model','Model',3,1.E-05,#9,$);
#11=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);
#12=IFCUNITASSIGNMENT((#11));
#13=IFCPROJECT('0YvctVUKr0kugbFTf53O9L',#5,'P',$,$,$,$,(#10),#12);
#14=IFCLOCALPLACEMENT($,#9);
#15=IFCSITE('1YvctVUKr0kugbFTf53O9L',#5,'S',$,$,#14,$,$,.ELEMENT.,$,$,$,$,$);
#16=IFCBUILDING('2YvctVUKr0kugbFTf53O9L',#5,'B',$,$,#14,$,$,.ELEMENT.,$,$,$);
#17=IFCRELAGGREGATES('3YvctVUKr0kugbFTf53O9L',#5,$,$,#13,(#15));
#18=IFCRELAGGREGATES('4YvctVUKr0kugbFTf53O9L',#5,$,$,#15,(#16));
#19=IFCCARTESIANPOINT((0.,0.));
#20=IFCDIRECTION((1.,0.));
#21=IFCAXIS2PLACEMENT2D(#19,#20);
#22=IFCRECTANGLEPROFILEDEF(.AREA.,$,#21,2.,3.);
#23=IFCEXTRUDEDAREASOLID(#22,#9,#6,4.);
#24=IFCSHAPEREPRESENTATION(#10,'Body','SweptSolid',(#23));
#25=IFCPRODUCTDEFINITIONSHAPE($,$,(#24));
#26=IFCBUILDINGELEMENTPROXY('5YvctVUKr0kugbFTf53O9L',#5,'Block',$,$,#14,#25,$,$);
#27=IFCRELCONTAINEDINSPATIALSTRUCTURE('6YvctVUKr0kugbFTf53O9L',#5,$,$,(#26),#16);
ENDSEC;
END-ISO-10303-21;
`

describe.runIf(existsSync('/usr/bin/assimp') && existsSync('/usr/bin/bwrap'))(
  'with the system’s Assimp',
  () => {
    const source = async () => {
      const document = ring(20)
      // Nothing about it is the same along two axes, so that a wrong turn shows.
      document.getRoot().listNodes()[0]?.setTranslation([10, 20, 30]).setScale([1, 2, 3])
      return shop.file('ring.glb', await (await gltfReader()).writeBinary(document))
    }

    it.each(['fbx', 'dae', '3ds', 'x3d', 'x'])('writes %s', async (target) => {
      const path = await source()
      const before = await facts(path, 'glb')
      const output = await shop.convert(path, target)
      expect(output.format).toBe(target)
      expect(output.warnings).toHaveLength(target === 'fbx' ? 1 : 0)
      expect((await shop.engines.detect({ path: output.path, filename: `a.${target}` }))?.format).toBe(target)
      const after = await facts(output.path, target)
      expect(after.triangles).toBe(800)
      for (const axis of [0, 1, 2]) {
        const [was, is] = [before, after].map(({ bounding_box }) => bounding_box?.size[axis] ?? 0)
        expect(is).toBeCloseTo(was ?? 0, 3)
        expect(after.bounding_box?.min[axis]).toBeCloseTo(before.bounding_box?.min[axis] ?? 0, 3)
      }
    })

    it('keeps textures beside a Collada file', async () => {
      const path = shop.file('square.zip', zip(await texturedSquare()))
      const output = await shop.convert(path, 'dae')
      expect(output).toMatchObject({ format: 'zip', entries: 2 })
      expect(readZipDirectory(output.path, 9).map(({ name }) => name)).toEqual(['model.dae', 'texture-1.png'])
      expect(await facts(output.path, 'dae')).toMatchObject({ triangles: 2, textures: [{ width: 64 }] })
    })

    it('reads IFC into any target', async () => {
      const path = shop.file('block.ifc', BLOCK)
      const output = await shop.convert(path, 'stl')
      expect(await facts(output.path, 'stl')).toMatchObject({ triangles: 12 })
      expect(await facts(path, 'ifc')).toMatchObject({ triangles: 12 })
      const thumbnail = await shop.convert(path, 'png', { size: 64 }, { operation: 'thumbnail' })
      expect(thumbnail).toMatchObject({ format: 'png', width: 64 })
    })

    it('says in a sentence what it cannot read', async () => {
      const failure = await failureOf(shop.convert(shop.file('bad.ifc', BLOCK.slice(0, 1200)), 'glb'))
      expect(['source_damaged', 'output_empty']).toContain(failure.code)
      expect(failure.message).toMatch(SENTENCE)
    })
  },
)
