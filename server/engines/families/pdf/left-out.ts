import { plural, type Sentence, sentence } from '../../kernel/sentence.ts'
/** A warning about unreadable pages. */
export function pagesLeftOut(pages: number): Sentence[] {
  if (pages === 0) return []
  return [
    sentence`${plural(pages, '# page', '# pages')} could not be read and ${plural(pages, 'was', 'were')} left out.`,
  ]
}
