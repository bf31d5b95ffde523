import {mixedRules} from '../samples/mixed-rules'
import {withBenchBrowser, blankPage} from './library'
import type {Figure} from './measure'
import {compareOpenings} from './opening'
import {createFigure, createLongestTaskFigure, ms} from './rows'

const counts = [0, 1_000, 10_000] as const

/** 100 ms to the popup's first rows with 1,000 rules, if a blank page takes 40 ms. */
const promised = 100 / 40

/**
 * Limits as ratios to a blank page, which hold on any machine: work and time until the first rows,
 * and time until the page is settled. With 10,000 rules more rows load after the first ones.
 */
const pages = [
  {
    name: 'Popup',
    path: 'popup.html',
    work: 5,
    first: {0: 2.5, 1_000: promised, 10_000: 4},
    settled: {0: 5, 1_000: 7, 10_000: 12},
  },
  {
    name: 'Options',
    path: 'options.html#/rules',
    work: 7,
    first: {0: 5, 1_000: 7, 10_000: 8},
    settled: {0: 6, 1_000: 12, 10_000: 24},
  },
] as const
/** Opens popup and options next to a blank extension page, with few and many rules. */
export const benchOpening = (): Promise<Figure[]> =>
  withBenchBrowser(async ({app, pace, setRules}) => {
    const figures: Figure[] = []
    for (const count of counts) {
      const {size} = await setRules(mixedRules(count))
      for (const {name, path, work, first, settled} of pages) {
        const rows = count === 0 ? 'main :is(h1, h2)' : 'main [role=switch]'
        const {page, blank: bare, ratio, tasks} = await compareOpenings(app, path, rows, blankPage)
        figures.push(
          createFigure(
            `${name}, ${size}: first rows`,
            `${ms(page.first)}; blank page ${ms(bare.first)}`,
            ratio.first,
            first[count],
            '×',
          ),
          createFigure(
            `${name}, ${size}: work until then`,
            `${ms(page.worked)}; blank page ${ms(bare.worked)}`,
            ratio.worked,
            work,
            '×',
          ),
          createFigure(`${name}, ${size}: settled`, ms(page.settled), ratio.settled, settled[count], '×'),
          createLongestTaskFigure(`${name}, ${size}: longest task`, tasks, pace),
        )
      }
    }
    return figures
  })
