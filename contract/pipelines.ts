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
    id: z
      .uuid()
      .optional()
      .meta({ description: 'Id of the step, to identify it when the pipeline is updated.' }),
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
      .meta({ description: 'Output format of the step.' }),
    options: z.record(z.string(), z.unknown()).default({}).meta({ description: 'Options of the operation.' }),
    files: z.array(z.uuid()).max(PIPELINE_LIMITS.stepFiles).default([]).meta({
      description:
        'Ids of stored files of the account that are additional inputs of the step, for example a cover to merge.',
    }),
    files_first: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether the additional files come before the output of the previous step.' }),
  })
  .meta({ id: 'PipelineStep', description: 'A step of a pipeline.' })
export type PipelineStep = z.infer<typeof PipelineStep>

const steps = z.array(PipelineStep).min(1).max(PIPELINE_LIMITS.steps)

/** Whether a step is valid at its position. */
export const StepCheck = z
  .object({
    label: z.string().meta({ description: 'Display name of the operation.', example: 'Add watermark' }),
    engine: z
      .string()
      .nullable()
      .meta({ description: 'Engine that runs the step; null if the step cannot run.' }),
    takes: z.string().nullable().meta({ description: 'Output format of the previous step.' }),
    gives: z.string().nullable().meta({ description: 'Output format of the step; null if it cannot run.' }),
    credits: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'Price of the step in credits; null if it cannot run.' }),
    problem: z.string().nullable().meta({
      description:
        'Reason why the step cannot run in this position, in readable form with the number of the step; null if it can run.',
    }),
    path: z.string().nullable().meta({
      description: 'Property of the step that causes the problem; null if there is none.',
      example: 'options.text',
    }),
  })
  .meta({ id: 'StepCheck', description: 'Result of checking one step.' })
export type StepCheck = z.infer<typeof StepCheck>

export const PipelineCheck = z
  .object({
    valid: z.boolean().meta({ description: 'Whether the steps can run on this instance now.' }),
    credits: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'Price per file in credits; null if a step cannot run.' }),
    gives: z
      .string()
      .nullable()
      .meta({ description: 'Output format of the pipeline; null if a step cannot run.' }),
    checks: z.array(StepCheck).meta({ description: 'Results of the steps in order.' }),
  })
  .meta({ id: 'PipelineCheck', description: 'Result of checking all steps.' })
export type PipelineCheck = z.infer<typeof PipelineCheck>

export const Pipeline = PipelineCheck.extend({
  pipeline_id: z.uuid().meta({ description: 'Id of the pipeline.' }),
  id: z.uuid().meta({ description: 'The same as `pipeline_id`.' }),
  name: name.meta({ description: 'Display name.' }),
  description: description.meta({ description: 'Description; may be empty.' }),
  steps: z
    .array(
      PipelineStep.extend({
        id: z.uuid().meta({ description: 'Id of the step.' }),
        secrets: z.array(z.string()).meta({
          description: 'Names of options such as passwords that are stored encrypted and never returned.',
        }),
      }),
    )
    .meta({ description: 'Steps in order, without passwords.' }),
  runs: z.int().min(0).meta({ description: 'Number of runs.' }),
  last_run_at: instant.nullable().meta({ description: 'Time of the last run; null if there was none.' }),
  created_by: CreatedBy,
  created_at: instant.meta({ description: 'Time of creation.' }),
  updated_at: instant.meta({ description: 'Time of the last change.' }),
}).meta({ id: 'Pipeline', description: 'A saved pipeline.' })
export type Pipeline = z.infer<typeof Pipeline>

export const PipelineJson = z
  .strictObject({
    name: name.meta({ description: 'Display name.' }),
    description: description.default('').meta({ description: 'Description; may be empty.' }),
    steps: steps.meta({ description: 'Steps in order.' }),
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
  name: name.meta({ description: 'Display name.' }),
  description: description.meta({ description: 'Description of the pipeline.' }),
  steps: z.array(PipelineStep).meta({ description: 'Steps in order.' }),
}).meta({ id: 'PipelineTemplate', description: 'A pipeline template.' })
export const PipelineTemplates = z
  .object({ templates: z.array(PipelineTemplate).meta({ description: 'Pipeline templates.' }) })
  .meta({ id: 'PipelineTemplates', description: 'Pipeline templates.' })

/**
 * A pipeline as a file: no ids, no secrets, and the stored files of its steps by their names only.
 */
export const PipelineDocument = z
  .object({
    format: z
      .literal('filewright-pipeline')
      .meta({ description: 'Identifies the document as a pipeline of Filewright.' }),
    version: z.literal(1).meta({ description: 'Version of the document format.' }),
    name: name.meta({ description: 'Display name.' }),
    description: description.meta({ description: 'Description; may be empty.' }),
    steps: z
      .array(
        z.object({
          operation: z.string().meta({ description: 'Name of the operation.' }),
          target_format: z.string().meta({ description: 'Output format of the step.' }),
          options: z
            .record(z.string(), z.unknown())
            .meta({ description: 'Options of the operation, without passwords.' }),
          files: z
            .array(z.object({ file_name: z.string().meta({ description: 'File name.' }) }))
            .meta({ description: 'Additional files of the step, by name only.' }),
          files_first: z.boolean().meta({
            description: 'Whether the additional files come before the output of the previous step.',
          }),
          left_out: z
            .array(z.string())
            .meta({ description: 'Names of secret options, whose values are left out.' }),
        }),
      )
      .meta({ description: 'Steps in order.' }),
  })
  .meta({ id: 'PipelineDocument', description: 'A pipeline as a document.' })

export const ImportPipelineJson = z
  .strictObject({
    document: z
      .record(z.string(), z.unknown())
      .meta({ description: 'A pipeline document of Filewright or of another program.' }),
  })
  .meta({ id: 'ImportPipelineJson', description: 'A pipeline document to import.' })
/**
 * A pipeline read from a document, ready to be saved, and the parts that Filewright doesn't have.
 */
export const ImportedPipeline = PipelineCheck.extend({
  source: z.enum(['filewright', 'stirling']).meta({ description: 'Program that the document comes from.' }),
  name: name.meta({ description: 'Display name.' }),
  description: description.meta({ description: 'Description; may be empty.' }),
  steps: z.array(PipelineStep).meta({ description: 'Steps with an equivalent in Filewright.' }),
  unmapped: z
    .array(
      z.object({
        step: z.int().min(1).nullable().meta({
          description: 'Step number in the document, counted from 1; null if it concerns the whole document.',
        }),
        what: z
          .string()
          .meta({ description: 'Part of the document that was left out.', example: 'options.font' }),
        why: z.string().meta({ description: 'Reason why it was left out.' }),
      }),
    )
    .meta({ description: 'Parts of the document without an equivalent in Filewright.' }),
}).meta({ id: 'ImportedPipeline', description: 'Result of importing a pipeline document.' })

const s3_keys = z
  .array(z.string().min(1).max(255))
  .min(1)
  .max(PIPELINE_LIMITS.files)
  .optional()
  .meta({ description: 'Keys of PDFs of the account.' })
const DRY_RUN =
  'Whether to run the pipeline on one file free of charge. The output of each step can be previewed but not downloaded.'
export const RunPipelineForm = z
  .object({
    file: z.array(z.file()).min(1).max(PIPELINE_LIMITS.files).optional().meta({
      description: 'The PDF, or several PDFs for a run on several files.',
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
      description: 'Ids of stored files of the account.',
    }),
    dry_run: z.boolean().default(false).meta({ description: DRY_RUN }),
  })
  .meta({ id: 'RunPipelineJson' })

export const StepStatus = z
  .enum(['waiting', 'running', 'completed', 'failed', 'skipped'])
  .meta({ id: 'StepStatus', description: 'Status of a step for one file.' })

const RunStep = z.object({
  operation: z.string().meta({ description: 'Name of the operation.' }),
  label: z.string().meta({ description: 'Display name of the operation.' }),
  target_format: z.string().meta({ description: 'Output format of the step.' }),
  waiting: z.int().min(0).meta({ description: 'Number of files that have not reached the step.' }),
  running: z.int().min(0).meta({ description: 'Number of files that the step is processing.' }),
  completed: z.int().min(0).meta({ description: 'Number of files that completed the step.' }),
  failed: z.int().min(0).meta({ description: 'Number of files that failed in the step.' }),
  skipped: z.int().min(0).meta({ description: 'Number of files that ended before the step.' }),
  duration_ms: z.int().min(0).nullable().meta({
    description: 'Average duration in milliseconds of the files that ended the step; null if there are none.',
  }),
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
        'The same as `run_id`. For a run on several files, also the id of the batch of its conversions.',
    }),
    conversion_id: z.uuid().nullable().meta({
      description:
        'Id of the final result of a run on one file, the same as `run_id`; all document operations accept it. Null for a run on several files and for a dry run.',
    }),
    pipeline_id: z.uuid().nullable().meta({ description: 'Id of the pipeline; null after it was deleted.' }),
    name: z.string().meta({ description: 'Name of the pipeline at the time of the run.' }),
    status: ConversionStatus,
    state: ConversionStatus.meta({ description: 'The same as `status`.' }),
    dry_run: z
      .boolean()
      .meta({ description: 'Whether the run is a free dry run, which is deleted after one hour.' }),
    steps: z.array(RunStep).meta({ description: 'Steps with the number of files at each.' }),
    total: z.int().min(0).meta({ description: 'Number of files.' }),
    pending: z.int().min(0).meta({ description: 'Number of unfinished files.' }),
    completed: z.int().min(0).meta({ description: 'Number of completed files.' }),
    failed: z.int().min(0).meta({ description: 'Number of failed or cancelled files.' }),
    credits_quoted: z.int().min(0).meta({ description: 'Credits charged if all files complete.' }),
    credits_charged: z.int().min(0).meta({ description: 'Credits charged so far.' }),
    download_url: z.string().nullable().meta({
      description:
        'Absolute URL of the result: of the file for a run on one file, otherwise of a ZIP. Null if there is no result.',
    }),
    created_by: CreatedBy,
    created_at: instant.meta({ description: 'Time the run started.' }),
    completed_at: instant.nullable().meta({ description: 'Time the last file ended; null before.' }),
    expires_at: instant.nullable().meta({ description: 'Time the originals and results are deleted.' }),
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
          stage: z.string().nullable().meta({ description: 'Current stage of the step; null if unknown.' }),
          stage_message: Message.nullable().meta({ description: 'The same stage with translation data.' }),
          progress: z
            .number()
            .min(0)
            .max(1)
            .nullable()
            .meta({ description: 'Progress from 0 to 1; null if the engine does not report it.' }),
          started_at: instant.nullable().meta({ description: 'Time the step started; null before.' }),
          completed_at: instant.nullable().meta({ description: 'Time the step ended; null before.' }),
          duration_ms: z
            .int()
            .min(0)
            .nullable()
            .meta({ description: 'Duration in milliseconds; null before the step ended.' }),
          error: ConversionError.nullable().meta({ description: 'Reason of the failure; null otherwise.' }),
          warnings: z
            .array(z.string())
            .meta({ description: 'Content that was lost or replaced, in readable form.' }),
          warning_messages: z
            .array(Message)
            .meta({ description: 'The same warnings with translation data.' }),
          format: z.string().nullable().meta({ description: 'Format of the step’s output; null before.' }),
          pages: z
            .int()
            .nullable()
            .meta({ description: 'Number of pages of the step’s output; null if unknown.' }),
          size_bytes: z
            .int()
            .min(0)
            .nullable()
            .meta({ description: 'Size of the step’s output in bytes; null before.' }),
          preview_url: z.string().nullable().meta({
            description: 'Absolute URL of an image of the step’s output; null if the output is not kept.',
          }),
        }),
      )
      .meta({ description: 'State of each step for this file.' }),
  })
  .meta({ id: 'RunItem', description: 'A file of a run.' })
export type RunItem = z.infer<typeof RunItem>

const RunsQuery = listQuery(['created_at']).extend({
  ...createdByFilter,
  pipeline_id: z.uuid().optional().meta({ description: 'Only runs of this pipeline.' }),
})
export const PipelineRunList = listOf('PipelineRunList', PipelineRun)
const ItemsQuery = listQuery(['position']).extend({
  sort_dir: z
    .enum(['asc', 'desc'])
    .default('asc')
    .meta({ description: 'Sort order: ascending or descending.' }),
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
      'Lists the pipelines of the account with their steps, most recently changed first. Passwords in steps are never returned.',
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
      'Checks that each step accepts the output of the previous one before saving. If a step does not, the problem names it.',
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
      'Lists example pipelines whose operations this instance supports. `createPipeline` creates a pipeline from them.',
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
    description:
      'Returns for each step whether it accepts the output of the previous one, and the price of a run on one file.',
    json: z
      .strictObject({
        steps: steps.meta({ description: 'Steps in order.' }),
        pipeline_id: z
          .uuid()
          .optional()
          .meta({ description: 'Id of the pipeline whose stored passwords are used for steps without one.' }),
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
    summary: 'Import a pipeline document',
    description:
      'Reads a document from `exportPipeline` or from another program and returns its steps. Parts without an equivalent are listed. Nothing is saved.',
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
    description: 'Replaces name, description and steps. Running runs continue with the previous steps.',
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
    description:
      'Deletes the saved steps. The runs of the pipeline and their results are kept until they expire.',
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
      'Creates a pipeline with the same steps, including stored passwords. “(copy)” is added to the name.',
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
      'Returns a JSON document that `importPipeline` reads, on this or another instance. It contains no passwords.',
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
      'Starts a run. A run on one file returns the `conversion_id` of its final result, which all document status, wait and download operations accept. For a run on several files, use its `run_id`. Credits are charged for each file when it completes.',
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
    description: 'Lists runs with their progress, newest first. Dry runs are left out.',
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
      'Returns the number of files at each step, the number of completed and failed files, and the download URL once there is a result.',
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
    description: 'Lists the files of the run with the state, duration and error of each step.',
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
    description: 'Stops the unfinished files and releases their credits. Finished files keep their results.',
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
      'Returns an image of the first page of the step’s output while the intermediate file is kept.',
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
