import {Check, CircleAlert, TriangleAlert} from 'lucide-preact'
import {Glyph} from '../parts/glyph'
import {doesAsText} from '../sentences/does'
import {activityWords as words, common} from '../words'
import type {Line} from './state'
import type {Result} from './summary'

const two = (value: number, digits = 2) => String(value).padStart(digits, '0')
/** 10:42:07.214 */
function clockOf(time: number): string {
  const date = new Date(time)
  const day = [date.getHours(), date.getMinutes(), date.getSeconds()].map(each => two(each)).join(':')
  return `${day}.${two(date.getMilliseconds(), 3)}`
}

type Tone = 'good' | 'warn' | 'danger' | 'none'
const icons = {good: Check, warn: TriangleAlert, danger: CircleAlert, none: null} as const

function said(result: Result): readonly [tone: Tone, text: string] {
  switch (result.result) {
    case 'applied':
      if (result.failed !== undefined) return ['none', words.appliedAndFailed(result.failed)]
      if (result.status !== undefined) return ['good', words.appliedWith(String(result.status))]
      return ['good', result.query ? words.appliedWith(doesAsText(result.query)) : words.applied]
    case 'stopped':
      return ['good', words.stopped]
    case 'code-failed':
      return ['danger', words.codeFailed[result.kind]]
    case 'not-applied':
      return ['warn', words.notApplied]
    case 'answered':
      return ['none', words.answered(result.status)]
    case 'failed':
      return ['none', words.failed(result.why)]
    case 'waits':
      return ['none', words.waits]
    case 'unheard':
      return ['none', words.unheard]
  }
}

type LogRowProps = {
  readonly line: Line
  readonly row: number
  readonly top: number
  readonly isCurrent: boolean
  readonly isOpen: boolean
  /** Undefined where none can be chosen. */
  readonly isChosen: boolean | undefined
  readonly choose: () => void
  readonly toggle: () => void
}

export function LogRow({line: {entry, summary}, row, top, isCurrent, isOpen, isChosen, ...acts}: LogRowProps) {
  const {choose, toggle} = acts
  const {asked, number} = entry
  const [tone, text] = said(summary.result)
  const Shape = icons[tone]
  const names = summary.rules.map(({name}) => name.trim() || common.untitled).join(', ')
  return (
    <div
      role="row"
      class="activity-row"
      data-row={number}
      data-open={isOpen ? '' : undefined}
      style={{top: `${top}px`}}
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
            aria-label={words.choose(asked.method, asked.url)}
            checked={isChosen}
            onClick={event => event.stopPropagation()}
            onChange={choose}
          />
        </span>
      )}
      <span role="gridcell" class="activity-time">
        {clockOf(asked.time)}
      </span>
      <span role="gridcell" class="activity-method">
        {asked.method}
      </span>
      <span role="rowheader" class="cut activity-url" title={asked.url}>
        <bdi>{asked.url}</bdi>
      </span>
      <span role="gridcell" class="activity-rules" title={names}>
        {summary.rules.map(({id, ruleType}) => (
          <Glyph key={id} type={ruleType} named />
        ))}
        <span class="cut" dir="auto">
          {names}
        </span>
      </span>
      <span role="gridcell" class="activity-result" data-tone={tone} title={text}>
        {Shape && <Shape size={16} strokeWidth={1.75} aria-hidden="true" />}
        <span class="cut">{text}</span>
      </span>
    </div>
  )
}
