import {formatCodeFailure} from '../../../sentences/code-failure'
import {Check, CircleAlert, X} from 'lucide-preact'
import {useEffect, useRef, useState} from 'preact/hooks'
import {isRecord} from '../../../../model/json'
import type {RunResult, RunAsk} from '../../../../model/rule-code'
import {requestMethods} from '../../../../model/source'
import type {TestRequest} from '../../../../simulator/test-request'
import {getByteLength, formatBytes} from '../../../format'
import {IconButton} from '../../icon-button'
import {Select, type Option} from '../../select'
import {formTexts} from '../../../../locales/forms'
import {useForm} from '../../../hooks/use-field'

export type CodeKind = 'request' | 'response'
export type Sample = {
  readonly method: (typeof requestMethods)[number]
  readonly url: string
  /** The body that the code changes. */
  readonly body: string
  readonly sent: string
}
type Trial = {
  readonly code: string
  readonly sample: Sample
  readonly isServed: boolean
  readonly result: RunResult | 'running'
}

function createSample(kind: CodeKind, testRequest: TestRequest | null): Sample {
  const payload = testRequest?.payload ?? ''
  const isRequest = kind === 'request'
  const hasNoBody = testRequest === null || testRequest.method === 'GET' || testRequest.method === 'HEAD'
  return {
    method: isRequest && hasNoBody ? 'POST' : ((testRequest?.method ?? 'GET') as Sample['method']),
    url: testRequest?.url || formTexts('code.sampleUrlText'),
    body: isRequest && payload !== '' ? payload : formTexts('code.sampleBodyText'),
    sent: isRequest ? '' : payload,
  }
}

function readSample(stored: unknown): Sample | null {
  if (!isRecord(stored)) return null
  const {url, body, sent} = stored
  const method = requestMethods.find(each => each === stored['method'])
  const isSample = [url, body, sent].every(each => typeof each === 'string')
  return method && isSample ? {method, url: url as string, body: body as string, sent: sent as string} : null
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function toRunRequest(kind: CodeKind, code: string, {method, url, body, sent}: Sample, isServed: boolean): RunAsk {
  if (kind === 'request') return {kind, code, isTry: true, args: {method, url, body}}
  const query = URL.canParse(url) ? Object.fromEntries(new URL(url).searchParams) : {}
  const args = {
    method,
    url,
    response: isServed ? '' : body,
    responseType: isServed ? '' : parseJson(body) === undefined ? 'text/plain' : 'application/json',
    requestHeaders: {},
    requestData: sent === '' ? query : (parseJson(sent) ?? sent),
  }
  return {kind, code, isTry: true, args}
}

/** Runs the code of a field on a sample. With `isServed` the code gets no response. */
export function useTrial(kind: CodeKind, code: string, at: string, isServed: boolean) {
  const {runCode, testRequest, samples} = useForm()
  const [sample, setSample] = useState<Sample | null>(null)
  const [trial, setTrial] = useState<Trial | null>(null)
  const last = useRef(0)
  const typed = useRef<Sample | null>(null)
  useEffect(() => {
    const read = async () => {
      const stored = await samples.read(at)
      typed.current ??= readSample(stored)
    }
    void read()
  }, [samples, at])
  return {
    sample,
    result: trial?.code === code && trial.sample === sample && trial.isServed === isServed ? trial.result : null,
    change(changes: Partial<Sample>) {
      if (sample === null) return
      typed.current = {...sample, ...changes}
      setSample(typed.current)
      samples.write(at, typed.current)
    },
    async run() {
      const number = ++last.current
      const chosen = sample ?? typed.current ?? createSample(kind, testRequest.peek())
      setSample(chosen)
      setTrial({code, sample: chosen, isServed, result: 'running'})
      const result = await runCode(toRunRequest(kind, code, chosen, isServed)).catch((error: unknown): RunResult => ({
        ok: false,
        why: 'unreachable',
        message: String(error),
      }))
      if (number === last.current) setTrial({code, sample: chosen, isServed, result})
    },
    close() {
      last.current++
      setSample(null)
    },
  }
}

type Method = Sample['method']
const methods: readonly Option<Method>[] = requestMethods.map(each => [each, each] as const)
/** Characters. */
const mostShown = 5_000

type TrialPanelProps = {
  readonly kind: CodeKind
  readonly sample: Sample
  readonly isServed: boolean
  readonly result: RunResult | 'running' | null
  readonly change: (changes: Partial<Sample>) => void
  readonly run: () => void
  readonly close: () => void
}

export function TrialPanel({kind, sample, isServed, result, change, run, close}: TrialPanelProps) {
  return (
    <div
      class="trial"
      role="group"
      aria-label={formTexts('code.trial')}
      onKeyDown={event => {
        if (event.key === 'Escape' && !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey) {
          // The next Esc leaves the form.
          event.preventDefault()
          close()
        }
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
        event.preventDefault()
        run()
      }}
    >
      <div class="trial-request">
        <span aria-hidden="true">{formTexts('code.on')}</span>
        <div class="joined joined-two">
          <Select
            name={formTexts('code.sampleMethod')}
            value={sample.method}
            options={methods}
            change={method => change({method})}
          />
          <span class="field-cell">
            <input
              type="text"
              class="field code"
              aria-label={formTexts('code.sampleUrl')}
              value={sample.url}
              spellcheck={false}
              autocomplete="off"
              onInput={event => change({url: event.currentTarget.value})}
            />
          </span>
        </div>
        <IconButton icon={X} name={formTexts('code.closeTrial')} onClick={close} />
      </div>
      {!isServed && (
        <textarea
          class="field code"
          rows={3}
          aria-label={formTexts(`code.sampleBody.${kind}`)}
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
        <span role="status">{result === null ? formTexts('code.tryAgain') : formatTrialStatus(result)}</span>
      </p>
      {isDone && result.ok && <Output name={formTexts('code.result')} text={result.value} />}
      {lines.length > 0 && <Output name={formTexts('code.console')} text={lines.join('\n')} />}
    </>
  )
}

const formatDuration = (took: number): string =>
  took < 1 ? formTexts('code.ranInUnder1ms') : formTexts('code.ranIn', {milliseconds: Math.round(took)})

const formatTrialStatus = (result: RunResult | 'running'): string => {
  if (result === 'running') return formTexts('code.running')
  return result.ok ? formatDuration(result.took ?? 0) : formatCodeFailure(result.why, result.message, result.line)
}

const Output = ({name, text}: {readonly name: string; readonly text: string}) => (
  <div class="trial-output">
    <span aria-hidden="true">{name}</span>
    {/* Scrollable, so it needs the keyboard focus. */}
    <pre tabIndex={0} role="group" aria-label={name}>
      {text === '' ? formTexts('code.emptyText') : text.slice(0, mostShown)}
      {text.length > mostShown &&
        `… ${formTexts('code.more', {size: formatBytes(getByteLength(text.slice(mostShown)))})}`}
    </pre>
  </div>
)
