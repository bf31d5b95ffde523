import {useSignal, type Signal} from '@preact/signals'
import type {ComponentChildren} from 'preact'
import {useEffect, useLayoutEffect, useRef} from 'preact/hooks'
import {useRoving} from '../options/roving'
import {useWindow} from '../options/use-window'
import {activityWords as words} from '../words'
import type {Entry} from './entries'
import {LogDetail} from './log-detail'
import {LogRow} from './log-row'
import {noLogFilter, type Activity} from './state'

type LogGridProps = {
  readonly activity: Activity
  readonly go: (hash: string) => void
  /** Those that are chosen, by number, where some can be: a filter may hide them. */
  readonly chosen?: Signal<ReadonlyMap<number, Entry>>
  /** What can be done with a request beside what is always there. */
  readonly more?: (entry: Entry) => ComponentChildren
}

const heads = Object.values(words.columns)

/** The requests, the last one first. Whoever reads is not disturbed: new ones wait until they are asked for. */
export function LogGrid({activity, go, chosen, more}: LogGridProps) {
  const lines = activity.lines.value
  const open = useSignal<number | null>(null)
  const openAt = lines.findIndex(({entry}) => entry.number === open.value)
  const detail = useRef<HTMLDivElement>(null)
  const detailHeight = useSignal(0)
  const list = useWindow(lines.length, {
    after: openAt < 0 ? Infinity : openAt,
    height: openAt < 0 ? 0 : detailHeight.value,
  })
  const ids = lines.map(({entry}) => String(entry.number))
  const roving = useRoving(ids, list.reveal)
  const reading = useRef({isPointed: false, hasFocus: false})

  const hold = () => {
    const {isPointed, hasFocus} = reading.current
    const isScrolled = (list.scroll.current?.scrollTop ?? 0) > 0
    activity.hold(isPointed || hasFocus || isScrolled || open.peek() !== null)
  }
  const read = (changes: Partial<typeof reading.current>) => {
    Object.assign(reading.current, changes)
    hold()
  }
  useEffect(() => () => activity.hold(false), [activity])
  useLayoutEffect(() => {
    const box = detail.current
    if (!box) return
    const measure = () => {
      detailHeight.value = box.offsetHeight
      list.look()
    }
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(box)
    return () => watcher.disconnect()
  }, [open.value, openAt < 0])

  // A request that was cleared, or that a filter hides, is not read any more.
  useEffect(() => {
    if (open.peek() === null || openAt >= 0) return
    open.value = null
    hold()
  }, [openAt < 0])
  const toggle = (number: number) => {
    open.value = open.peek() === number ? null : number
    hold()
  }
  const choose = (entry: Entry) => {
    if (!chosen) return
    const next = new Map(chosen.peek())
    if (!next.delete(entry.number)) next.set(entry.number, entry)
    chosen.value = next
  }
  const showNew = (isByKey: boolean) => {
    open.value = null
    if (list.scroll.current) list.scroll.current.scrollTop = 0
    reading.current = {isPointed: false, hasFocus: false}
    hold()
    activity.showNew()
    // Whoever goes on by key reads from there; to others a row in focus would hold the next ones back.
    if (isByKey) roving.focus(activity.lines.peek().map(({entry}) => String(entry.number))[0])
  }
  const shown = list.shown(ids.indexOf(roving.current ?? ''))
  const opened = lines[openAt]
  return (
    <div
      class="activity-frame"
      onFocusIn={() => read({hasFocus: true})}
      // On the way from a row to the button of the new ones nothing may take that button away.
      onFocusOut={({currentTarget, relatedTarget}) =>
        read({hasFocus: relatedTarget instanceof Node && currentTarget.contains(relatedTarget)})
      }
    >
      {activity.waiting.value > 0 && (
        <button
          type="button"
          class="button button-small activity-new"
          onClick={({detail: presses}) => showNew(presses === 0)}
        >
          {words.more(activity.waiting.value)}
        </button>
      )}
      <div
        class="scroll activity-scroll"
        ref={list.scroll}
        onScroll={() => {
          list.look()
          hold()
        }}
        onPointerEnter={({pointerType}) => read({isPointed: pointerType === 'mouse'})}
        onPointerLeave={() => read({isPointed: false})}
      >
        {lines.length === 0 ? (
          <Nothing activity={activity} />
        ) : (
          <div
            role="treegrid"
            class="activity"
            data-choosing={chosen && ''}
            aria-label={words.title}
            aria-rowcount={lines.length + 1}
            {...roving.props}
          >
            <div role="row" class="activity-heads" aria-rowindex={1}>
              {heads.map(head => (
                <span key={head} role="columnheader">
                  {head}
                </span>
              ))}
            </div>
            <div role="rowgroup" class="activity-rows" style={{height: `${list.height}px`}}>
              {shown.map(at => {
                const line = lines[at]
                return line ? (
                  <LogRow
                    key={line.entry.number}
                    line={line}
                    row={at + 2}
                    top={list.topOf(at)}
                    isCurrent={String(line.entry.number) === roving.current}
                    isOpen={at === openAt}
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
                  style={{top: `${list.topOf(openAt) + list.rowHeight}px`}}
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

function Nothing({activity: {filter}}: Pick<LogGridProps, 'activity'>) {
  const {typed, type, result} = filter.value
  if (typed === '' && type === '' && result === '') return <p class="empty">{words.nothingYet}</p>
  return (
    <p class="empty">
      {words.nothingFound}{' '}
      <button
        type="button"
        class="link-button"
        onClick={() => {
          filter.value = {...noLogFilter, tab: filter.peek().tab}
        }}
      >
        {words.clearFilters}
      </button>
    </p>
  )
}
