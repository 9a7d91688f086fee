import { z } from 'zod'
import { BooleanText } from './boolean-text.ts'
import { Conversion, ConversionError, ConversionStatus } from './conversion.ts'
import { fileReference } from './convert.ts'
import { CreatedBy, createdByFilter } from './created-by.ts'
import { BYTES, endpoint } from './endpoint.ts'
import { listOf, listQuery } from './lists.ts'
import { Message } from './message.ts'

/** Limits: steps of a pipeline, pipelines of an account, files of a run. */
export const PIPELINE_LIMITS = { steps: 30, pipelines: 500, files: 1000, stepFiles: 20 } as const

const instant = z.iso.datetime()
const name = z.string().trim().min(1).max(120).meta({ example: 'Stamp and protect' })
const description = z.string().trim().max(500)

/** One step: an operation of the documents family on the result of the previous step. */
export const PipelineStep = z
  .strictObject({
    id: z.uuid().optional().meta({ description: 'Tells the step apart when the pipeline is changed.' }),
    operation: z
      .string()
      .min(1)
      .max(64)
      .meta({ description: 'Name of a document operation.', example: 'watermark' }),
    target_format: z
      .string()
      .min(1)
      .max(32)
      .default('pdf')
      .meta({ description: 'Format that the step produces.' }),
    options: z.record(z.string(), z.unknown()).default({}).meta({ description: 'Options of the operation.' }),
    files: z
      .array(z.uuid())
      .max(PIPELINE_LIMITS.stepFiles)
      .default([])
      .meta({ description: 'Stored files of one’s own that the step takes too: a cover to be merged, say.' }),
    files_first: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether they stand before what the step before gives.' }),
  })
  .meta({ id: 'PipelineStep', description: 'One step of a pipeline.' })
export type PipelineStep = z.infer<typeof PipelineStep>

const steps = z.array(PipelineStep).min(1).max(PIPELINE_LIMITS.steps)

/** Whether a step is valid at its position. */
export const StepCheck = z
  .object({
    label: z.string().meta({ description: 'Name of the operation for people.', example: 'Add watermark' }),
    engine: z.string().nullable().meta({ description: 'Engine that runs the step; null if none does.' }),
    takes: z.string().nullable().meta({ description: 'The format that the step before gives.' }),
    gives: z.string().nullable().meta({ description: 'What it hands on; null where it cannot run.' }),
    credits: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'Price of the step in credits; null if unknown.' }),
    problem: z
      .string()
      .nullable()
      .meta({ description: 'Why it cannot stand here, for a person; the step is named in it.' }),
    path: z.string().nullable().meta({ description: 'What of it is wrong.', example: 'options.text' }),
  })
  .meta({ id: 'StepCheck', description: 'Result of the check of one step.' })
export type StepCheck = z.infer<typeof StepCheck>

export const PipelineCheck = z
  .object({
    valid: z.boolean().meta({ description: 'Whether the steps can run on this instance now.' }),
    credits: z.int().min(0).nullable().meta({ description: 'For one file; null where a step cannot run.' }),
    gives: z.string().nullable().meta({ description: 'The format of the result.' }),
    checks: z.array(StepCheck).meta({ description: 'One for each step, in their order.' }),
  })
  .meta({ id: 'PipelineCheck', description: 'Result of a check of steps.' })
export type PipelineCheck = z.infer<typeof PipelineCheck>

export const Pipeline = PipelineCheck.extend({
  pipeline_id: z.uuid().meta({ description: 'Id of the pipeline.' }),
  id: z.uuid().meta({ description: 'The same as `pipeline_id`.' }),
  name: name.meta({ description: 'Name for people.' }),
  description: description.meta({ description: 'Description for people; may be empty.' }),
  steps: z
    .array(
      PipelineStep.extend({
        id: z.uuid().meta({ description: 'Id of the step.' }),
        secrets: z
          .array(z.string())
          .meta({ description: 'Options such as passwords that are kept, sealed, and never shown.' }),
      }),
    )
    .meta({ description: 'The steps in their order, without passwords.' }),
  runs: z.int().min(0).meta({ description: 'Number of runs.' }),
  last_run_at: instant.nullable().meta({ description: 'When it last ran; null if never.' }),
  created_by: CreatedBy,
  created_at: instant.meta({ description: 'When it was created.' }),
  updated_at: instant.meta({ description: 'When it was last changed.' }),
}).meta({ id: 'Pipeline', description: 'A saved pipeline.' })
export type Pipeline = z.infer<typeof Pipeline>

export const PipelineJson = z
  .strictObject({
    name: name.meta({ description: 'Name for people.' }),
    description: description.default('').meta({ description: 'Description for people; may be empty.' }),
    steps: steps.meta({ description: 'The steps in their order.' }),
  })
  .meta({ id: 'PipelineJson', description: 'Name and steps of a pipeline.' })

export const PIPELINE_SORT = ['updated_at', 'created_at', 'name'] as const
const PipelinesQuery = listQuery(PIPELINE_SORT).extend({
  ...createdByFilter,
  q: z.string().max(100).optional().meta({ description: 'Part of the name or the description.' }),
})
export const PipelineList = listOf('PipelineList', Pipeline)

/** A template of a pipeline. */
export const PipelineTemplate = PipelineCheck.extend({
  template: z.string().meta({ description: 'Name of the template.', example: 'share-safely' }),
  name: name.meta({ description: 'Name for people.' }),
  description: description.meta({ description: 'Description for people.' }),
  steps: z.array(PipelineStep).meta({ description: 'The steps in their order.' }),
}).meta({ id: 'PipelineTemplate', description: 'A pipeline template.' })
export const PipelineTemplates = z
  .object({ templates: z.array(PipelineTemplate).meta({ description: 'The templates.' }) })
  .meta({ id: 'PipelineTemplates', description: 'Pipeline templates.' })

/**
 * A pipeline as a file: no ids, no secrets, and the stored files of its steps by their names only.
 */
export const PipelineDocument = z
  .object({
    format: z
      .literal('filewright-pipeline')
      .meta({ description: 'Marks the document as a pipeline of this platform.' }),
    version: z.literal(1).meta({ description: 'Version of the document format.' }),
    name: name.meta({ description: 'Name for people.' }),
    description: description.meta({ description: 'Description for people; may be empty.' }),
    steps: z
      .array(
        z.object({
          operation: z.string().meta({ description: 'Name of the operation.' }),
          target_format: z.string().meta({ description: 'Format that the step produces.' }),
          options: z
            .record(z.string(), z.unknown())
            .meta({ description: 'Options of the operation, without passwords.' }),
          files: z
            .array(z.object({ file_name: z.string().meta({ description: 'Name of the file.' }) }))
            .meta({ description: 'Further files of the step, by name only.' }),
          files_first: z
            .boolean()
            .meta({ description: 'Whether the further files come before the file of the run.' }),
          left_out: z.array(z.string()).meta({ description: 'Secret options, which are not written down.' }),
        }),
      )
      .meta({ description: 'The steps in their order.' }),
  })
  .meta({ id: 'PipelineDocument', description: 'A pipeline as a document.' })

export const ImportPipelineJson = z
  .strictObject({
    document: z
      .record(z.string(), z.unknown())
      .meta({ description: 'A pipeline document of this or another program.' }),
  })
  .meta({ id: 'ImportPipelineJson', description: 'A pipeline document to read.' })
/**
 * A pipeline read from a document, ready to be saved, and the parts that Filewright doesn't have.
 */
export const ImportedPipeline = PipelineCheck.extend({
  source: z.enum(['filewright', 'stirling']).meta({ description: 'Whose form the document has.' }),
  name: name.meta({ description: 'Name for people.' }),
  description: description.meta({ description: 'Description for people; may be empty.' }),
  steps: z.array(PipelineStep).meta({ description: 'The steps that have an equivalent here.' }),
  unmapped: z
    .array(
      z.object({
        step: z.int().min(1).nullable().meta({ description: 'Counted from 1, as in the document.' }),
        what: z.string().meta({ description: 'What the document asks for.', example: 'options.font' }),
        why: z.string().meta({ description: 'Why it was left out.' }),
      }),
    )
    .meta({ description: 'What has no equivalent here.' }),
}).meta({ id: 'ImportedPipeline', description: 'What a pipeline document contains.' })

const s3_keys = z
  .array(z.string().min(1).max(255))
  .min(1)
  .max(PIPELINE_LIMITS.files)
  .optional()
  .meta({ description: 'Keys of PDFs that the account owns.' })
const DRY_RUN = 'One file, free: what each step makes can be looked at and not downloaded.'
export const RunPipelineForm = z
  .object({
    file: z.array(z.file()).min(1).max(PIPELINE_LIMITS.files).optional().meta({
      description: 'The PDF, or several for a run on many files.',
    }),
    ...fileReference,
    s3_keys,
    dry_run: BooleanText.default(false).meta({ description: DRY_RUN }),
  })
  .meta({ id: 'RunPipelineForm', description: 'Form with the PDFs of a run.' })
export const RunPipelineJson = z
  .strictObject({
    ...fileReference,
    s3_keys,
    file_ids: z.array(z.uuid()).min(1).max(PIPELINE_LIMITS.files).optional().meta({
      description: 'Stored files of the account’s own.',
    }),
    dry_run: z.boolean().default(false).meta({ description: DRY_RUN }),
  })
  .meta({ id: 'RunPipelineJson' })

export const StepStatus = z
  .enum(['waiting', 'running', 'completed', 'failed', 'skipped'])
  .meta({ id: 'StepStatus', description: 'Status of a step for one file.' })

const RunStep = z.object({
  operation: z.string().meta({ description: 'Name of the operation.' }),
  label: z.string().meta({ description: 'Name of the operation for people.' }),
  target_format: z.string().meta({ description: 'Format that the step produces.' }),
  waiting: z.int().min(0).meta({ description: 'Files that have not begun the step.' }),
  running: z.int().min(0).meta({ description: 'Files in the step now.' }),
  completed: z.int().min(0).meta({ description: 'Files that completed the step.' }),
  failed: z.int().min(0).meta({ description: 'Files that failed in the step.' }),
  skipped: z.int().min(0).meta({ description: 'Files that ended before the step.' }),
  duration_ms: z
    .int()
    .min(0)
    .nullable()
    .meta({ description: 'On average, of those that have ended; null before.' }),
})

/**
 * A run of a pipeline on one or several files. Its id is also a batch’s: the results can be
 * downloaded as one ZIP.
 */
export const PipelineRun = z
  .object({
    run_id: z.uuid().meta({ description: 'Id of the run.' }),
    id: z.uuid().meta({
      description:
        'The same as `run_id`. Of a run on many files also the id of the batch of its conversions.',
    }),
    conversion_id: z.uuid().nullable().meta({
      description:
        'The final result of a run on one file, the same as `run_id`: every route of documents knows it. Null for a run on many files, and for a dry run.',
    }),
    pipeline_id: z.uuid().nullable().meta({ description: 'Null once the pipeline is deleted.' }),
    name: z.string().meta({ description: 'The pipeline’s when it ran.' }),
    status: ConversionStatus,
    state: ConversionStatus.meta({ description: 'The same as `status`.' }),
    dry_run: z
      .boolean()
      .meta({ description: 'Whether the run is a trial that costs nothing and is deleted after an hour.' }),
    steps: z.array(RunStep).meta({ description: 'The steps with the number of files at each.' }),
    total: z.int().min(0).meta({ description: 'Number of files.' }),
    pending: z.int().min(0).meta({ description: 'Files that have not ended.' }),
    completed: z.int().min(0).meta({ description: 'Files that completed.' }),
    failed: z.int().min(0).meta({ description: 'Files that failed or were cancelled.' }),
    credits_quoted: z
      .int()
      .min(0)
      .meta({ description: 'Credits that the run costs if every file completes.' }),
    credits_charged: z.int().min(0).meta({ description: 'Credits charged so far.' }),
    download_url: z.string().nullable().meta({
      description:
        'Absolute URL of the result: of the file for a run on one file, of a ZIP otherwise. Null while there is none.',
    }),
    created_by: CreatedBy,
    created_at: instant.meta({ description: 'When the run started.' }),
    completed_at: instant.nullable().meta({ description: 'When the last file ended; null before.' }),
    expires_at: instant.nullable().meta({ description: 'When originals and results are deleted.' }),
  })
  .meta({ id: 'PipelineRun', description: 'A run of a pipeline.' })
export type PipelineRun = z.infer<typeof PipelineRun>

/** One file of a run. */
export const RunItem = z
  .object({
    conversion: Conversion,
    steps: z
      .array(
        z.object({
          status: StepStatus,
          stage: z
            .string()
            .nullable()
            .meta({ description: 'What the step does now; null if nothing is known.' }),
          stage_message: Message.nullable().meta({ description: 'The same, for translation.' }),
          progress: z
            .number()
            .min(0)
            .max(1)
            .nullable()
            .meta({ description: 'Progress from 0 to 1; null if the engine does not measure it.' }),
          started_at: instant.nullable().meta({ description: 'When the step began; null before.' }),
          completed_at: instant.nullable().meta({ description: 'When the step ended; null before.' }),
          duration_ms: z
            .int()
            .min(0)
            .nullable()
            .meta({ description: 'Duration in milliseconds; null before it ended.' }),
          error: ConversionError.nullable().meta({ description: 'Why the step failed; null otherwise.' }),
          warnings: z.array(z.string()).meta({ description: 'What was lost or replaced, for people.' }),
          warning_messages: z.array(Message).meta({ description: 'The same warnings, for translation.' }),
          format: z.string().nullable().meta({ description: 'Of what it made.' }),
          pages: z
            .int()
            .nullable()
            .meta({ description: 'Number of pages that the step produced; null if unknown.' }),
          size_bytes: z
            .int()
            .min(0)
            .nullable()
            .meta({ description: 'Size of what the step produced; null before.' }),
          preview_url: z.string().nullable().meta({
            description: 'Absolute. An image of what the step made, while that is kept.',
          }),
        }),
      )
      .meta({ description: 'State of each step for this file.' }),
  })
  .meta({ id: 'RunItem', description: 'One file of a run.' })
export type RunItem = z.infer<typeof RunItem>

const RunsQuery = listQuery(['created_at']).extend({
  ...createdByFilter,
  pipeline_id: z.uuid().optional().meta({ description: 'Only runs of this pipeline.' }),
})
export const PipelineRunList = listOf('PipelineRunList', PipelineRun)
const ItemsQuery = listQuery(['position']).extend({
  sort_dir: z.enum(['asc', 'desc']).default('asc').meta({ description: 'Order: ascending or descending.' }),
  status: ConversionStatus.optional().meta({ description: 'Only items with this status.' }),
})
export const RunItemList = listOf('RunItemList', RunItem)

const pipelineParams = z.object({ pipeline_id: z.uuid().meta({ description: 'Id of the pipeline.' }) })
const runParams = z.object({ run_id: z.uuid().meta({ description: 'Id of the pipeline run.' }) })
const jsonProblems = ['malformed_body', 'unsupported_media_type'] as const
const PIPELINES = '/api/v1/pdf_handler/pipeline/'
const RUNS = `${PIPELINES}runs/` as const
const area = 'pipelines'
const auth = 'account'

export const pipelineEndpoints = {
  listPipelines: endpoint({
    method: 'GET',
    path: PIPELINES,
    auth,
    permission: 'pipelines:read',
    area,
    summary: 'List saved pipelines',
    description:
      'Lists the pipelines of the account with their steps, the last changed first. Passwords in steps are never returned.',
    query: PipelinesQuery,
    responses: { 200: PipelineList },
  }),
  createPipeline: endpoint({
    method: 'POST',
    path: PIPELINES,
    auth,
    permission: 'pipelines:write',
    area,
    summary: 'Create a pipeline',
    description:
      'Checks that the steps can follow each other before it saves them. A step that cannot is named in the problem.',
    json: PipelineJson,
    idempotent: true,
    responses: { 201: Pipeline },
    problems: ['pipeline_invalid', 'limit_reached', 'not_found', 'idempotency_conflict', ...jsonProblems],
  }),
  listPipelineTemplates: endpoint({
    method: 'GET',
    path: `${PIPELINES}templates/`,
    auth,
    permission: 'pipelines:read',
    area,
    summary: 'List pipeline templates',
    description:
      'Lists example pipelines whose operations this instance supports. They are created with `createPipeline`.',
    responses: { 200: PipelineTemplates },
    extension: true,
  }),
  checkPipeline: endpoint({
    method: 'POST',
    path: `${PIPELINES}validate/`,
    auth,
    permission: 'pipelines:read',
    area,
    summary: 'Check steps without saving them',
    description: 'Says for each step whether it can follow the one before, and what a run on one file costs.',
    json: z
      .strictObject({
        steps: steps.meta({ description: 'The steps in their order.' }),
        pipeline_id: z
          .uuid()
          .optional()
          .meta({ description: 'Whose kept passwords stand in where none are given.' }),
      })
      .meta({ id: 'CheckPipelineJson', description: 'Steps to check.' }),
    responses: { 200: PipelineCheck },
    problems: ['not_found', ...jsonProblems],
    extension: true,
  }),
  importPipeline: endpoint({
    method: 'POST',
    path: `${PIPELINES}import/`,
    auth,
    permission: 'pipelines:read',
    area,
    summary: 'Read a pipeline document',
    description:
      'Reads a document from `exportPipeline` or from another program and returns its steps. Names what has no equivalent here. Nothing is saved.',
    json: ImportPipelineJson,
    responses: { 200: ImportedPipeline },
    problems: ['pipeline_unreadable', ...jsonProblems],
    extension: true,
  }),
  getPipeline: endpoint({
    method: 'GET',
    path: `${PIPELINES}{pipeline_id}/`,
    auth,
    permission: 'pipelines:read',
    area,
    summary: 'Get a pipeline',
    description: 'Returns the pipeline with its steps and whether they can run on this instance now.',
    params: pipelineParams,
    responses: { 200: Pipeline },
    problems: ['not_found'],
  }),
  updatePipeline: endpoint({
    method: 'PUT',
    path: `${PIPELINES}{pipeline_id}/`,
    auth,
    permission: 'pipelines:write',
    area,
    summary: 'Update a pipeline',
    description:
      'Replaces name, description and steps. Runs that have started continue with the steps that they started with.',
    params: pipelineParams,
    json: PipelineJson,
    responses: { 200: Pipeline },
    problems: ['pipeline_invalid', 'not_found', ...jsonProblems],
    extension: true,
  }),
  deletePipeline: endpoint({
    method: 'DELETE',
    path: `${PIPELINES}{pipeline_id}/`,
    auth,
    permission: 'pipelines:write',
    area,
    summary: 'Delete a pipeline',
    description: 'Deletes the saved steps. Its runs and their results stay until they expire.',
    params: pipelineParams,
    responses: { 204: null },
    problems: ['not_found'],
  }),
  duplicatePipeline: endpoint({
    method: 'POST',
    path: `${PIPELINES}{pipeline_id}/duplicate/`,
    auth,
    permission: 'pipelines:write',
    area,
    summary: 'Duplicate a pipeline',
    description:
      'Creates a pipeline with the same steps, including stored passwords. “(copy)” is added to its name.',
    params: pipelineParams,
    idempotent: true,
    responses: { 201: Pipeline },
    problems: ['not_found', 'limit_reached', 'idempotency_conflict'],
    extension: true,
  }),
  exportPipeline: endpoint({
    method: 'GET',
    path: `${PIPELINES}{pipeline_id}/export/`,
    auth,
    permission: 'pipelines:read',
    area,
    summary: 'Export a pipeline as a document',
    description:
      'Returns a JSON document that `importPipeline` reads, here or on another instance. It contains no passwords.',
    params: pipelineParams,
    responses: { 200: PipelineDocument },
    problems: ['not_found'],
    extension: true,
  }),
  runPipeline: endpoint({
    method: 'POST',
    path: `${PIPELINES}{pipeline_id}/run/`,
    auth,
    permission: 'pipelines:write',
    area,
    summary: 'Run a pipeline on one or more PDFs',
    description:
      'Starts a run. A run on one file answers the `conversion_id` of its final result, which every document status, wait and download operation takes. A run on several files is followed by its `run_id`. Credits are charged per file when it completes.',
    params: pipelineParams,
    form: RunPipelineForm,
    json: RunPipelineJson,
    idempotent: true,
    responses: { 202: PipelineRun },
    problems: [
      'pipeline_invalid',
      'not_found',
      'file_missing',
      'file_empty',
      'file_too_large',
      'upload_incomplete',
      'unsupported_source',
      'malicious_file',
      'insufficient_credits',
      'spend_limit_reached',
      'storage_full',
      'idempotency_conflict',
      ...jsonProblems,
    ],
  }),
  listPipelineRuns: endpoint({
    method: 'GET',
    path: RUNS,
    auth,
    permission: 'pipelines:read',
    area,
    summary: 'List pipeline runs',
    description: 'Lists runs with their progress, the newest first. Dry runs are left out.',
    query: RunsQuery,
    responses: { 200: PipelineRunList },
    extension: true,
  }),
  getPipelineRun: endpoint({
    method: 'GET',
    path: `${RUNS}{run_id}/`,
    auth,
    permission: 'pipelines:read',
    area,
    summary: 'Get a pipeline run',
    description:
      'Returns how many files are at each step, how many completed or failed, and the download link once there is a result.',
    params: runParams,
    responses: { 200: PipelineRun },
    problems: ['not_found'],
    extension: true,
  }),
  listRunItems: endpoint({
    method: 'GET',
    path: `${RUNS}{run_id}/items/`,
    auth,
    permission: 'pipelines:read',
    area,
    summary: 'List the files of a run',
    description: 'Lists each file of the run with the state, duration and error of every step.',
    params: runParams,
    query: ItemsQuery,
    responses: { 200: RunItemList },
    problems: ['not_found'],
    extension: true,
  }),
  cancelPipelineRun: endpoint({
    method: 'POST',
    path: `${RUNS}{run_id}/cancel/`,
    auth,
    permission: 'pipelines:write',
    area,
    summary: 'Cancel a pipeline run',
    description:
      'Stops the files that have not finished and releases their credits. Finished files keep their results.',
    params: runParams,
    responses: { 200: PipelineRun },
    problems: ['not_found', 'already_finished'],
    extension: true,
  }),
  getStepPreview: endpoint({
    method: 'GET',
    path: `${PIPELINES}preview/{conversion_id}/{step}/`,
    auth,
    permission: 'pipelines:read',
    area,
    summary: 'Get a preview of a step',
    description:
      'Returns an image of the first page that the step produced, while the intermediate file is kept.',
    params: z.object({
      conversion_id: z.uuid().meta({ description: 'Id of the conversion.' }),
      step: z.coerce
        .number()
        .int()
        .min(1)
        .max(PIPELINE_LIMITS.steps)
        .meta({ description: 'Number of the step, counted from 1.' }),
    }),
    responses: { 200: BYTES },
    problems: ['not_found'],
    extension: true,
  }),
} as const
