import type {Page} from '@playwright/test'

/** One task of a page's main thread, in milliseconds of thread time. */
export type Task = {
  readonly own: number
  /** The part of `own` spent on garbage collection by V8 and on freeing memory by Chromium. */
  readonly collecting: number
}

export type Trace = {
  readonly tasks: readonly Task[]
  /** Work of the main thread until this mark in milliseconds, or NaN without the mark. */
  workUntil(mark: string): number
  /** Evaluation time of scripts with matching URLs, in milliseconds. */
  scriptTime(address: RegExp): number
}

type TraceEvent = {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** In microseconds: start and duration, then both in thread time. */
  readonly ts: number
  readonly dur?: number
  readonly tts?: number
  readonly tdur?: number
  readonly args?: {readonly data?: {readonly url?: string}; readonly src_file?: string}
}

const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing', 'v8', 'toplevel']
const taskName = 'RunTask'
/** A mark set at the end, which identifies the main thread of the page. */
const endMark = 'traced'

/** Runs `act` and traces the main thread of the page. Only one trace can run at a time. */
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
