import {Check, CircleAlert} from 'lucide-preact'
import {Glyph} from '../parts/glyph'
import {activityWords as words, common, resourceWords} from '../words'
import type {Outcome} from './outcome'
import type {Line} from './state'

const two = (value: number, digits = 2) => String(value).padStart(digits, '0')
/** 10:42:07.214 */
function clockOf(time: number): string {
  const date = new Date(time)
  const day = [date.getHours(), date.getMinutes(), date.getSeconds()].map(each => two(each)).join(':')
  return `${day}.${two(date.getMilliseconds(), 3)}`
}

type Tone = 'good' | 'danger' | 'none'
const icons = {good: Check, danger: CircleAlert, none: null} as const

function said(outcome: Outcome): readonly [tone: Tone, text: string] {
  switch (outcome.kind) {
    case 'status':
      return ['none', String(outcome.status)]
    case 'failed':
      return ['none', words.failed(outcome.why)]
    case 'code-failed':
      return ['danger', words.codeFailed[outcome.code]]
    case 'stopped':
      return ['good', words.stopped]
    case 'waiting':
      return ['none', words.waits]
    case 'unknown':
      return ['none', words.unknown]
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

export function LogRow({line, row, top, isCurrent, isOpen, isChosen, choose, toggle}: LogRowProps) {
  const {entry, rules, isExpected, outcome} = line
  const {asked, number} = entry
  const [tone, text] = said(outcome)
  const Shape = icons[tone]
  const named = rules.map(({name}) => name.trim() || common.untitled)
  const names = [...named, ...(entry.isUnsure ? [words.unknown] : [])].join(', ')
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
      <span role="gridcell" class="cut activity-type">
        {resourceWords[asked.type]}
      </span>
      <span role="gridcell" class="activity-result" data-tone={tone} title={text}>
        {Shape && <Shape size={16} strokeWidth={1.75} aria-hidden="true" />}
        <span class="cut">{text}</span>
      </span>
      <span role="gridcell" class="activity-rules" title={names}>
        {isExpected && <span class="activity-expected">{words.expected}</span>}
        {rules.map(({id, ruleType}) => (
          <Glyph key={id} type={ruleType} named />
        ))}
        <span class="cut" dir="auto">
          {names}
        </span>
      </span>
    </div>
  )
}
