import type {Page} from '@playwright/test'

/** One task of a page's main thread, in milliseconds of the thread's own clock, which stands still while others run. */
export type Task = {
  readonly own: number
  /** Of its own, what it took to clear what was left: V8 its heap, whole or what is young in it, and Chromium the memory of a process whose pages were closed. */
  readonly collecting: number
}

export type Trace = {
  readonly tasks: readonly Task[]
  /** What the main thread had worked when the page set this mark, in milliseconds; NaN where it set none. */
  workUntil(mark: string): number
  /** How long scripts with such addresses ran when they were loaded, in milliseconds. */
  scriptTime(address: RegExp): number
}

type TraceEvent = {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** All in microseconds: when, how long, and the same by the clock of the thread. */
  readonly ts: number
  readonly dur?: number
  readonly tts?: number
  readonly tdur?: number
  readonly args?: {readonly data?: {readonly url?: string}; readonly src_file?: string}
}

const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing', 'v8', 'toplevel']
const taskName = 'RunTask'
/** Set at the start and at the end, so that the thread of the page is found among all. */
const endMark = 'traced'

/** Runs something, and tells what the main thread of the page did meanwhile. One at a time: Chromium traces all of itself. */
export async function recordTrace<Result>(
  page: Page,
  act: () => Promise<Result>,
): Promise<Trace & {readonly result: Result}> {
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({value}) => {
    events.push(...(value as unknown as TraceEvent[]))
  })
  const complete = new Promise<void>(done => {
    session.once('Tracing.tracingComplete', () => done())
  })
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {includedCategories: categories, excludedCategories: ['*']},
  })
  const result = await act()
  await page.evaluate(mark => void performance.mark(mark), endMark)
  await session.send('Tracing.end')
  await complete
  await session.detach()
  return {result, ...readMainThread(events)}
}

function readMainThread(events: readonly TraceEvent[]): Trace {
  const own = events.findLast(({name, tts}) => name === endMark && tts !== undefined)
  if (!own) throw new Error('The trace has no thread clock')
  const here = events.filter(({pid, tid}) => pid === own.pid && tid === own.tid)
  const tasks = here.filter(({name, tdur}) => name === taskName && tdur !== undefined)
  const collections = here.filter(
    ({name, args}) =>
      /^(?:Major|Minor)GC$/.test(name) || args?.src_file?.endsWith('partition_alloc_support.cc') === true,
  )
  return {
    tasks: tasks.map(({ts, dur = 0, tdur = 0}) => ({
      own: tdur / 1000,
      collecting:
        collections
          .filter(each => each.ts >= ts && each.ts < ts + dur)
          .reduce((sum, each) => sum + (each.tdur ?? 0), 0) / 1000,
    })),
    scriptTime: address =>
      here
        .filter(({name, args}) => name === 'EvaluateScript' && address.test(args?.data?.url ?? ''))
        .reduce((sum, {tdur = 0}) => sum + tdur, 0) / 1000,
    workUntil(mark) {
      const {ts: end, tts} = here.find(({name, tts: clock}) => name === mark && clock !== undefined) ?? {}
      if (end === undefined || tts === undefined) return Number.NaN
      const worked = tasks.map(({ts, dur = 0, tts: from = 0, tdur = 0}) =>
        ts + dur <= end ? tdur : ts < end ? tts - from : 0,
      )
      return worked.reduce((sum, each) => sum + each, 0) / 1000
    },
  }
}
