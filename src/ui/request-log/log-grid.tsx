import {shortenName} from '../sentences/quote'
import {useSignal, type Signal} from '@preact/signals'
import type {ComponentChildren, RefObject} from 'preact'
import {useCallback, useEffect, useLayoutEffect, useRef} from 'preact/hooks'
import {useRovingFocus} from '../hooks/use-roving-focus'
import {useVirtualList} from '../hooks/use-virtual-list'
import {activityTexts} from '../../locales/activity'
import {commonTexts} from '../../locales/common'
import type {LogEntry, Outcome} from './log'
import {LogDetail} from './log-detail'
import {noLogFilter, type Activity, type LogLine} from './activity'
import {Check, CircleAlert} from 'lucide-preact'
import {RuleTypeIcon} from '../components/rule-type-icon'

type LogGridProps = {
  readonly activity: Activity
  readonly go: (hash: string) => void
  readonly chosen?: Signal<ReadonlyMap<number, LogEntry>>
  readonly more?: (entry: LogEntry) => ComponentChildren
}

const columns = ['time', 'request', 'type', 'status', 'rules'] as const

/** Holds new requests back while the user points at, focuses, opens or scrolls the list. */
function useReadingHold(activity: Activity, scroll: RefObject<HTMLElement | null>, open: Signal<number | null>) {
  const reading = useRef({isPointed: false, hasFocus: false})
  const hold = () => {
    const {isPointed, hasFocus} = reading.current
    const isScrolled = (scroll.current?.scrollTop ?? 0) > 0
    activity.setHeld(isPointed || hasFocus || isScrolled || open.peek() !== null)
  }
  const read = (changes: Partial<typeof reading.current>) => {
    Object.assign(reading.current, changes)
    hold()
  }
  useEffect(() => () => activity.setHeld(false), [activity])
  return {hold, read, reset: () => read({isPointed: false, hasFocus: false})}
}

/** Measures the open detail. */
function useDetailHeight(openNumber: number | null, isClosed: boolean) {
  const detail = useRef<HTMLDivElement>(null)
  const detailHeight = useSignal(0)
  useLayoutEffect(() => {
    const box = detail.current
    if (!box) return
    const measure = () => {
      detailHeight.value = box.offsetHeight
    }
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(box)
    return () => watcher.disconnect()
  }, [openNumber, isClosed])
  return {detail, detailHeight: detailHeight.value}
}

const LogHeadings = () => (
  <div role="row" class="activity-heads" aria-rowindex={1}>
    {columns.map(column => (
      <span key={column} role="columnheader">
        {activityTexts(`columns.${column}`)}
      </span>
    ))}
  </div>
)

/** The requests, the last one first. New ones are held back while the user reads the list. */
export function LogGrid({activity, go, chosen, more}: LogGridProps) {
  const lines = activity.lines.value
  const open = useSignal<number | null>(null)
  const openAt = lines.findIndex(({entry}) => entry.number === open.value)
  const {detail, detailHeight} = useDetailHeight(open.value, openAt < 0)
  const ids = lines.map(({entry}) => String(entry.number))
  const roving = useRovingFocus(ids, index => list.reveal(index))
  const scroller = useRef<HTMLDivElement>(null)
  const list = useVirtualList({
    scroller,
    count: lines.length,
    focusedIndex: ids.indexOf(roving.current ?? ''),
    getHeight: useCallback(
      (index: number, rowHeight: number) => rowHeight + (index === openAt ? detailHeight : 0),
      [openAt, detailHeight],
    ),
  })
  const {hold, read, reset} = useReadingHold(activity, scroller, open)
  useEffect(() => {
    if (open.peek() === null || openAt >= 0) return
    open.value = null
    hold()
  }, [openAt < 0])
  const toggle = (number: number) => {
    open.value = open.peek() === number ? null : number
    hold()
  }
  const choose = (entry: LogEntry) => {
    if (!chosen) return
    const next = new Map(chosen.peek())
    if (!next.delete(entry.number)) next.set(entry.number, entry)
    chosen.value = next
  }
  const showNew = (isByKey: boolean) => {
    open.value = null
    if (scroller.current) scroller.current.scrollTop = 0
    reset()
    activity.showNew()
    // Only for keyboard users: a focused row holds new requests back.
    if (isByKey) roving.focus(activity.lines.peek().map(({entry}) => String(entry.number))[0])
  }
  const opened = lines[openAt]
  return (
    <div
      class="activity-frame"
      onFocusIn={() => read({hasFocus: true})}
      // The button for new requests must stay while the focus moves from a row to it.
      onFocusOut={({currentTarget, relatedTarget}) =>
        read({hasFocus: relatedTarget instanceof Node && currentTarget.contains(relatedTarget)})
      }
    >
      {activity.pendingCount.value > 0 && (
        <button
          type="button"
          class="button button-small activity-new"
          onClick={({detail: presses}) => showNew(presses === 0)}
        >
          {activityTexts('more', {count: activity.pendingCount.value})}
        </button>
      )}
      <div
        class="scroll activity-scroll"
        ref={scroller}
        onScroll={hold}
        onPointerEnter={({pointerType}) => read({isPointed: pointerType === 'mouse'})}
        onPointerLeave={() => read({isPointed: false})}
      >
        {lines.length === 0 ? (
          <EmptyLog activity={activity} />
        ) : (
          <div
            role="treegrid"
            class="activity"
            data-choosing={chosen && ''}
            aria-label={activityTexts('title')}
            aria-rowcount={lines.length + 1}
            {...roving.props}
          >
            <LogHeadings />
            <div role="rowgroup" class="activity-rows" {...list.body}>
              {list.rows.map(({index, top}) => {
                const line = lines[index]
                return line ? (
                  <LogRow
                    key={line.entry.number}
                    line={line}
                    row={index + 2}
                    top={top}
                    isCurrent={String(line.entry.number) === roving.current}
                    isOpen={index === openAt}
                    isChosen={chosen?.value.has(line.entry.number)}
                    choose={() => choose(line.entry)}
                    toggle={() => toggle(line.entry.number)}
                  />
                ) : null
              })}
              {opened && (
                <div
                  role="row"
                  ref={detail}
                  class="activity-opened"
                  style={{top: `${(openAt + 1) * list.rowHeight}px`}}
                >
                  <div role="gridcell">
                    <LogDetail line={opened} activity={activity} go={go} more={more?.(opened.entry)} />
                  </div>
                </div>
              )}
            </div>
          </div>
        )}
      </div>
    </div>
  )
}

function EmptyLog({activity: {filter}}: Pick<LogGridProps, 'activity'>) {
  const {typed, type, result} = filter.value
  if (typed === '' && type === '' && result === '') return <p class="empty">{activityTexts('nothingYet')}</p>
  return (
    <p class="empty">
      {activityTexts('nothingFound')}{' '}
      <button
        type="button"
        class="link-button"
        onClick={() => {
          filter.value = {...noLogFilter, tab: filter.peek().tab}
        }}
      >
        {activityTexts('clearFilters')}
      </button>
    </p>
  )
}

const padNumber = (value: number, digits = 2) => String(value).padStart(digits, '0')
/** 10:42:07.214 */
function formatClock(time: number): string {
  const date = new Date(time)
  const day = [date.getHours(), date.getMinutes(), date.getSeconds()].map(each => padNumber(each)).join(':')
  return `${day}.${padNumber(date.getMilliseconds(), 3)}`
}

type Tone = 'good' | 'danger' | 'none'
const icons = {good: Check, danger: CircleAlert, none: null} as const

function formatFailure(why: string): string {
  const error = why.replace('net::ERR_', '').replaceAll('_', ' ').toLowerCase()
  return error === 'failed' ? activityTexts('failed') : activityTexts('failedBecause', {error})
}

function formatOutcome(outcome: Outcome): readonly [tone: Tone, text: string] {
  switch (outcome.kind) {
    case 'status':
      return ['none', String(outcome.status)]
    case 'failed':
      return ['none', formatFailure(outcome.why)]
    case 'preflight-refused':
      return ['danger', activityTexts('preflightRefused', {status: outcome.status})]
    case 'code-failed':
      return ['danger', activityTexts(`codeFailed.${outcome.code}`)]
    case 'stopped':
      return ['good', activityTexts('stopped')]
    case 'waiting':
      return ['none', activityTexts('waits')]
    case 'unknown':
      return ['none', activityTexts('unknown')]
  }
}

type LogRowProps = {
  readonly line: LogLine
  readonly row: number
  readonly top: string | undefined
  readonly isCurrent: boolean
  readonly isOpen: boolean
  /** Undefined if rows cannot be selected. */
  readonly isChosen: boolean | undefined
  readonly choose: () => void
  readonly toggle: () => void
}

function LogRow({line, row, top, isCurrent, isOpen, isChosen, choose, toggle}: LogRowProps) {
  const {entry, rules, isExpected, outcome} = line
  const {request, number} = entry
  const [tone, text] = formatOutcome(outcome)
  const Shape = icons[tone]
  const named = rules.map(({name}) => name.trim() || commonTexts('untitled'))
  const names = [...named, ...(entry.isAmbiguous ? [activityTexts('unknown')] : [])].join(', ')
  return (
    <div
      role="row"
      class="activity-row"
      data-row={number}
      data-open={isOpen ? '' : undefined}
      style={{top}}
      tabIndex={isCurrent ? 0 : -1}
      aria-rowindex={row}
      aria-expanded={isOpen}
      aria-selected={isChosen}
      onClick={toggle}
      onKeyDown={event => {
        if (event.target !== event.currentTarget || event.repeat) return
        const isToggle = event.key === 'Enter' || (event.key === 'Escape' && isOpen)
        if (isToggle || (event.key === ' ' && isChosen === undefined)) toggle()
        else if (isChosen !== undefined && (event.key === ' ' || event.key === 'x')) choose()
        else return
        event.preventDefault()
      }}
    >
      {isChosen !== undefined && (
        <span role="gridcell" class="activity-choose">
          <input
            type="checkbox"
            aria-label={activityTexts('choose', {method: request.method, url: shortenName(request.url)})}
            checked={isChosen}
            onClick={event => event.stopPropagation()}
            onChange={choose}
          />
        </span>
      )}
      <span role="gridcell" class="activity-time">
        {formatClock(request.time)}
      </span>
      <span role="gridcell" class="activity-method">
        {request.method}
      </span>
      <span role="rowheader" class="cut activity-url" title={request.url}>
        <bdi>{request.url}</bdi>
      </span>
      <span role="gridcell" class="cut activity-type">
        {commonTexts(`resource.${request.type}`)}
      </span>
      <span role="gridcell" class="activity-result" data-tone={tone} title={text}>
        {Shape && <Shape size={16} strokeWidth={1.75} aria-hidden="true" />}
        <span class="cut">{text}</span>
      </span>
      <span role="gridcell" class="activity-rules" title={names}>
        {isExpected && <span class="activity-expected">{activityTexts('expected')}</span>}
        {rules.map(({id, ruleType}) => (
          <RuleTypeIcon key={id} type={ruleType} named />
        ))}
        <span class="cut" dir="auto">
          {names}
        </span>
      </span>
    </div>
  )
}
