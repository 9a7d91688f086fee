import type { FormatRow } from '../formats.ts'

/**
 * Labels as people write the names. The first MIME type and the first extension are those of our
 * own results.
 */
export const MODELS: FormatRow[] = [
  ['glb', 'GLB', 'model/gltf-binary', 'glb'],
  ['gltf', 'glTF', 'model/gltf+json', 'gltf'],
  ['obj', 'OBJ', 'model/obj', 'obj'],
  ['stl', 'STL', 'model/stl application/sla application/vnd.ms-pki.stl', 'stl'],
  ['ply', 'PLY', 'model/ply', 'ply'],
  ['off', 'OFF', 'model/off', 'off'],
  ['3mf', '3MF', 'model/3mf application/vnd.ms-package.3dmanufacturing-3dmodel+xml', '3mf'],
  ['usdz', 'USDZ', 'model/vnd.usdz+zip', 'usdz'],
  ['fbx', 'FBX', 'model/fbx', 'fbx'],
  ['dae', 'Collada', 'model/vnd.collada+xml', 'dae'],
  ['3ds', '3DS', 'model/3ds application/x-3ds', '3ds'],
  ['x3d', 'X3D', 'model/x3d+xml', 'x3d'],
  ['amf', 'AMF', 'model/amf application/x-amf', 'amf'],
  ['step', 'STEP', 'model/step', 'step stp'],
  ['iges', 'IGES', 'model/iges', 'iges igs'],
  ['brep', 'BREP', 'model/brep', 'brep brp'],
  ['ifc', 'IFC', 'model/ifc', 'ifc'],
  ['dxf', 'DXF', 'model/vnd.dxf image/vnd.dxf', 'dxf'],
  ['blend', 'Blender', 'model/x-blender', 'blend'],
  ['x', 'DirectX', 'model/x-directx', 'x'],
  ['lwo', 'LightWave', 'model/x-lwo', 'lwo'],
  ['ac', 'AC3D', 'model/x-ac3d', 'ac ac3d'],
  ['md2', 'Quake II', 'model/x-md2', 'md2'],
  ['b3d', 'Blitz3D', 'model/x-b3d', 'b3d'],
  ['bvh', 'BVH', 'model/x-bvh', 'bvh'],
  ['cob', 'trueSpace', 'model/x-cob', 'cob scn'],
  ['smd', 'Valve SMD', 'model/x-smd', 'smd'],
  ['ms3d', 'MilkShape 3D', 'model/x-ms3d', 'ms3d'],
  ['ase', '3ds Max ASE', 'model/x-ase', 'ase ask'],
  ['ogex', 'OpenGEX', 'model/x-ogex', 'ogex'],
]
