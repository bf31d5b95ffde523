import {mixedRules} from '../samples/mixed-rules'
import {atWork, blank} from './library'
import type {Figure} from './measure'
import {measured} from './opening'
import {figureOf, longestTask, ms} from './rows'

const counts = [0, 1_000, 10_000] as const

/**
 * How many times as long as a blank page each may take to its first rows and until it stands still: a ratio holds on any machine. With
 * 10,000 rules the rest goes on coming after the first rows.
 */
const pages = [
  {
    name: 'Popup',
    path: 'popup.html',
    work: 100,
    first: {0: 4, 1_000: 5, 10_000: 6},
    settled: {0: 5, 1_000: 7, 10_000: 12},
  },
  {
    name: 'Options',
    path: 'options.html#/rules',
    work: 130,
    first: {0: 5, 1_000: 7, 10_000: 8},
    settled: {0: 6, 1_000: 12, 10_000: 24},
  },
] as const
/** ui.md: the popup's first rows, with 1,000 rules. */
const promised = 100

/** Popup and options beside a blank page of the extension, with few and with many rules. */
export const benchOpening = (): Promise<Figure[]> =>
  atWork(async ({app, hold}) => {
    const figures: Figure[] = []
    for (const count of counts) {
      const {size} = await hold(mixedRules(count))
      for (const {name, path, work, first, settled} of pages) {
        // Right before, so that a busy moment of the machine hits both.
        const bare = await measured(app, blank, 'body')
        const seen = await measured(app, path, count === 0 ? 'main :is(h1, h2)' : 'main [role=switch]')
        const beside = `${ms(seen.first)}; blank page ${ms(bare.first)}`
        figures.push(
          figureOf(`${name}, ${size}: first rows`, beside, seen.first / bare.first, first[count], '×'),
          figureOf(`${name}, ${size}: work until then`, `blank page ${ms(bare.worked)}`, seen.worked, work, ' ms'),
          figureOf(`${name}, ${size}: settled`, ms(seen.settled), seen.settled / bare.first, settled[count], '×'),
          longestTask(`${name}, ${size}: longest task`, seen.tasks),
        )
        if (name !== 'Popup' || count !== 1_000) continue
        const row = figureOf(`${name}, ${size}: first rows, as promised`, beside, seen.first, promised, ' ms')
        const isSlowHere = bare.first > promised / 2
        figures.push(isSlowHere ? {...row, beyondUs: `the blank page takes ${ms(bare.first)} here`} : row)
      }
    }
    return figures
  })
