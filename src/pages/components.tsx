import { ColourPart, MotifPart, StatePart, TypePart } from '../ui/gallery/base-parts.tsx'
import { ChartPart } from '../ui/gallery/chart-part.tsx'
import { ButtonPart, ChoicePart, FieldPart } from '../ui/gallery/control-parts.tsx'
import { DropPart, FloatingPart, PalettePart, TabPart, ToastPart } from '../ui/gallery/floating-parts.tsx'
import { ConvertPart, FramePart } from '../ui/gallery/frame-parts.tsx'
import { BulkPart, ListPart, NothingPart, ProgressPart, RowPart } from '../ui/gallery/list-parts.tsx'
import { ViewPart } from '../ui/gallery/view-part.tsx'

/** Every component in every state, for developers. Not in builds; its texts are not translated. */
export default function Components() {
  return (
    <main className="mx-auto max-w-page p-4 pb-16 md:p-10 md:pt-7">
      <h1 className="title mb-4 flex flex-wrap items-baseline gap-3 text-display">
        Components{' '}
        <span className="font-sans text-body tracking-normal text-ink-soft">every part and every state</span>
      </h1>
      <div className="grid gap-4 md:grid-cols-12">
        <TypePart />
        <ColourPart />
        <MotifPart />
        <StatePart />
        <ButtonPart />
        <FieldPart />
        <ChoicePart />
        <TabPart />
        <DropPart />
        <FloatingPart />
        <PalettePart />
        <ToastPart />
        <NothingPart />
        <ProgressPart />
        <ChartPart />
        <RowPart />
        <BulkPart />
        <ViewPart />
        <ConvertPart />
        <FramePart />
        <ListPart />
      </div>
    </main>
  )
}
