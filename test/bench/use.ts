import type {Page} from '@playwright/test'
import {mixedRules} from '../samples/mixed-rules'
import {largeForms} from './large-forms'
import {withBenchBrowser, type BenchBrowser} from './library'
import {median, type Figure} from './measure'
import {openPage, traceOpening} from './opening'
import {createLongestTaskFigure, createWorkFigure} from './rows'
import {recordTrace, type Trace} from './trace'

type Interaction = Trace & {
  /** Main thread work and wall-clock time of each interaction, in milliseconds. */
  readonly works: readonly number[]
  readonly times: readonly number[]
}

/** Measures changes of an element until they are painted, with all tasks in between. */
async function measureInteraction(
  page: Page,
  selector: string,
  act: 'click' | 'type' | 'append',
  texts: readonly string[],
): Promise<Interaction> {
  const {result, ...trace} = await recordTrace(page, () =>
    page.evaluate(
      async ([where, how, values]) => {
        const times: number[] = []
        for (const [index, value] of values.entries()) {
          const element = document.querySelector<HTMLInputElement>(where)
          if (element === null) throw new Error(`There is no ${where}`)
          await new Promise(next => requestAnimationFrame(next))
          const started = performance.now()
          performance.mark(`from ${index}`)
          if (how === 'click') element.click()
          else {
            if (how === 'type') element.value = value
            else element.setRangeText(value, element.value.length, element.value.length, 'end')
            element.dispatchEvent(new Event('input', {bubbles: true}))
          }
          await new Promise<void>(painted =>
            requestAnimationFrame(() => {
              setTimeout(painted)
            }),
          )
          performance.mark(`to ${index}`)
          times.push(performance.now() - started)
          await new Promise(later => setTimeout(later, 250))
        }
        return times
      },
      [selector, act, texts] as const,
    ),
  )
  const works = result.map((_, index) => trace.workUntil(`to ${index}`) - trace.workUntil(`from ${index}`))
  return {...trace, works, times: result}
}

/** Traces scrolling through the whole list: with 10,000 rules about 80 rows per frame. */
const traceScrolling = (page: Page) =>
  recordTrace(page, () =>
    page.evaluate(async () => {
      const list = [...document.querySelectorAll('main, main *')].find(
        each => each.scrollHeight > each.clientHeight * 3 && /auto|scroll/.test(getComputedStyle(each).overflowY),
      )
      if (!list) throw new Error('Nothing scrolls')
      const end = list.scrollHeight - list.clientHeight
      for (let at = 0; at <= 120; at++) {
        list.scrollTop = (end * at) / 120
        await new Promise(next => requestAnimationFrame(next))
      }
      await new Promise(later => setTimeout(later, 250))
    }),
  )

const search = 'input[type=search], input[aria-label="Search rules"]'
const keys = ['a', 'ap', 'api', 'api7', 'api77', 'api7', 'api', 'ap', 'a', '']

const keyLimit = 30
const frame = 1000 / 60

/** Work until the paint: the median within the limit, the slowest within one frame more. */
const createInteractionFigures = (what: string, {works, times}: Interaction, limit: number, pace: number): Figure[] => [
  createWorkFigure(`${what} to its paint`, {work: median(works), wall: median(times)}, limit, pace),
  createWorkFigure(`${what}, the slowest`, {work: Math.max(...works), wall: Math.max(...times)}, limit + frame, pace),
]

/** Searching, switching and scrolling in a page with the rules list. */
async function measureList({app, pace}: BenchBrowser, name: string, path: string, count: number, size: string) {
  const page = await openPage(app, path, 'main [role=switch]')
  const filtering = await measureInteraction(page, search, 'type', keys)
  const switching = await measureInteraction(page, 'main [role=switch]', 'click', ['', '', '', '', '', ''])
  const scrolling = count > 1 ? await traceScrolling(page) : undefined
  await page.close()
  return [
    ...createInteractionFigures(`${name}, ${size}: a key of the search`, filtering, keyLimit, pace),
    ...createInteractionFigures(`${name}, ${size}: a switch`, switching, frame, pace),
    createLongestTaskFigure(`${name}, ${size}: longest task of both`, [...filtering.tasks, ...switching.tasks], pace),
    ...(scrolling
      ? [createLongestTaskFigure(`${name}, ${size}: longest task of scrolling`, scrolling.tasks, pace)]
      : []),
  ]
}

const testedUrl = 'input[aria-label="Test a URL"]'
const urls = ['https://', 'https://api', 'https://api.shop', 'https://api.shop.test', 'https://api.shop.test/v1/cart']

async function measureTester({app, pace}: BenchBrowser, id: string, size: string): Promise<Figure[]> {
  const page = await openPage(app, `options.html#/rules/${id}`, testedUrl)
  const typing = await measureInteraction(page, testedUrl, 'type', [...urls, ...urls])
  await page.close()
  return [
    ...createInteractionFigures(`Tester, ${size}: a key of its URL`, typing, 50, pace),
    createLongestTaskFigure(`Tester, ${size}: longest task`, typing.tasks, pace),
  ]
}

/** Opening a form until it is settled, and typing in one of its fields. */
async function measureForm(
  {app, pace}: BenchBrowser,
  {name, record, field}: (typeof largeForms)[number],
): Promise<Figure[]> {
  const path = `options.html#/rules/${String(record['id'])}`
  const openings: Trace[] = []
  for (let round = 0; round < 3; round++) openings.push(await traceOpening(app, path, field))
  const page = await openPage(app, path, field)
  const typing = await measureInteraction(page, field, 'append', ['t', 'y', 'p', 'e', 'd'])
  await page.close()
  return [
    createLongestTaskFigure(
      `${name}: longest task of opening`,
      openings.flatMap(opening => opening.tasks),
      pace,
    ),
    ...createInteractionFigures(`${name}: a key`, typing, 50, pace),
    createLongestTaskFigure(`${name}: longest task of keys`, typing.tasks, pace),
  ]
}

/** Popup, rules list and tester in use. */
export const benchUse = (): Promise<Figure[]> =>
  withBenchBrowser(async place => {
    const figures: Figure[] = []
    for (const count of [1, 1_000, 10_000]) {
      const {rules, size} = await place.setRules(mixedRules(count))
      figures.push(
        ...(await measureList(place, 'Popup', 'popup.html', count, size)),
        ...(await measureList(place, 'Options', 'options.html#/rules', count, size)),
        ...(await measureTester(place, rules[0]?.id ?? '', size)),
      )
    }
    return figures
  })

/** Large forms in use. */
export const benchForms = (): Promise<Figure[]> =>
  withBenchBrowser(async place => {
    await place.setRules(largeForms.map(({record}) => record))
    const figures: Figure[] = []
    for (const form of largeForms) figures.push(...(await measureForm(place, form)))
    return figures
  })
