import {Check, CircleAlert, X} from 'lucide-preact'
import type {RunResult} from '../../../contract/rule-code'
import {requestMethods} from '../../../contract/source'
import {byteLength, bytes} from '../../numbers'
import {IconButton} from '../../parts/icon-button'
import {Select, type Option} from '../../parts/select'
import {codeFailed, codeWords as words} from '../../words'
import type {CodeKind, Sample} from './trial'

type Method = Sample['method']
const methods: readonly Option<Method>[] = requestMethods.map(each => [each, each] as const)
/** Of a value and of a console line. */
const mostShown = 5_000

type TrialPanelProps = {
  readonly kind: CodeKind
  readonly sample: Sample
  /** Code is given no answer to change. */
  readonly isServed: boolean
  readonly result: RunResult | 'running' | null
  readonly change: (changes: Partial<Sample>) => void
  readonly run: () => void
  readonly close: () => void
}

/** What the code is tried on, and what it made of it. */
export function TrialPanel({kind, sample, isServed, result, change, run, close}: TrialPanelProps) {
  return (
    <div
      class="trial"
      role="group"
      aria-label={words.trial}
      onKeyDown={event => {
        if (event.key === 'Escape' && !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey) {
          // The next one leaves the form.
          event.preventDefault()
          close()
        }
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
        // It would save the rule.
        event.preventDefault()
        run()
      }}
    >
      <div class="trial-request">
        <span aria-hidden="true">{words.on}</span>
        <div class="joined joined-two">
          <Select
            name={words.sampleMethod}
            value={sample.method}
            options={methods}
            change={method => change({method})}
          />
          <span class="field-cell">
            <input
              type="text"
              class="field code"
              aria-label={words.sampleUrl}
              value={sample.url}
              spellcheck={false}
              autocomplete="off"
              onInput={event => change({url: event.currentTarget.value})}
            />
          </span>
        </div>
        <IconButton icon={X} name={words.closeTrial} onClick={close} />
      </div>
      {!isServed && (
        <textarea
          class="field code"
          rows={3}
          aria-label={words.sampleBody[kind]}
          value={sample.body}
          spellcheck={false}
          autocomplete="off"
          onInput={event => change({body: event.currentTarget.value})}
        />
      )}
      <TrialResult result={result} />
    </div>
  )
}

function TrialResult({result}: Pick<TrialPanelProps, 'result'>) {
  const isDone = result !== null && result !== 'running'
  const lines = isDone ? (result.lines ?? []) : []
  return (
    <>
      <p class="trial-said" data-tone={isDone ? (result.ok ? 'good' : 'danger') : undefined}>
        {isDone && (result.ok ? <Check size={14} aria-hidden="true" /> : <CircleAlert size={14} aria-hidden="true" />)}
        <span role="status">{result === null ? words.tryAgain : saidOf(result)}</span>
      </p>
      {isDone && result.ok && <Output name={words.result} text={result.value} />}
      {lines.length > 0 && <Output name={words.console} text={lines.join('\n')} />}
    </>
  )
}

const saidOf = (result: RunResult | 'running'): string => {
  if (result === 'running') return words.running
  return result.ok ? words.ranIn(result.took ?? 0) : codeFailed(result.why, result.message, result.line)
}

const Output = ({name, text}: {readonly name: string; readonly text: string}) => (
  <div class="trial-output">
    <span aria-hidden="true">{name}</span>
    {/* It scrolls, so the keyboard has to come to it. */}
    <pre tabIndex={0} role="group" aria-label={name}>
      {text === '' ? words.emptyText : text.slice(0, mostShown)}
      {text.length > mostShown && `… ${words.more(bytes(byteLength(text.slice(mostShown))))}`}
    </pre>
  </div>
)
