import { plural, type Sentence, sentence } from '../../kernel/sentence.ts'
/** What a person is told of pages that could not be read. */
export function pagesLeftOut(pages: number): Sentence[] {
  if (pages === 0) return []
  return [
    sentence`${plural(pages, '# page', '# pages')} could not be read and ${plural(pages, 'was', 'were')} left out.`,
  ]
}
