import { useNavigate } from 'react-router'
import type { UserFile } from '../../../api/storage.ts'
import { paths } from '../../../paths.ts'
import { addOriginal } from './add-stored.ts'

/** Adds stored files to Convert without an upload. */
export function useConvertStored(): (files: readonly UserFile[]) => void {
  const navigate = useNavigate()
  return (files) => {
    addStored(files)
    void navigate(paths.convert())
  }
}

export function addStored(files: readonly UserFile[]): void {
  for (const { file_name, file_size_bytes, s3_key, format } of files)
    addOriginal({ name: file_name, size: file_size_bytes, s3Key: s3_key, format })
}
