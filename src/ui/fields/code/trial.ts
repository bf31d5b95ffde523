import {useEffect, useRef, useState} from 'preact/hooks'
import type {RunAsk, RunResult} from '../../../contract/rule-code'
import {isRecord} from '../../../contract/json'
import {requestMethods} from '../../../contract/source'
import type {Tested} from '../../../simulator/tested'
import {codeWords} from '../../words'
import {useForm} from '../use-field'

export type CodeKind = 'request' | 'response'
/** What the code is tried on. */
export type Sample = {
  readonly method: (typeof requestMethods)[number]
  readonly url: string
  /** The body of the request or of the response, whichever the code changes. */
  readonly body: string
  /** What was sent, where the code changes what comes back. */
  readonly sent: string
}
type Trial = {
  readonly code: string
  readonly sample: Sample
  readonly isServed: boolean
  readonly result: RunResult | 'running'
}

function sampleFrom(kind: CodeKind, tested: Tested | null): Sample {
  const payload = tested?.payload ?? ''
  const isRequest = kind === 'request'
  const hasNoBody = tested === null || tested.method === 'GET' || tested.method === 'HEAD'
  return {
    method: isRequest && hasNoBody ? 'POST' : ((tested?.method ?? 'GET') as Sample['method']),
    url: tested?.url || codeWords.sampleUrlText,
    body: isRequest && payload !== '' ? payload : codeWords.sampleBodyText,
    sent: isRequest ? '' : payload,
  }
}

/** What was kept, should it still be a sample. */
function readSample(kept: unknown): Sample | null {
  if (!isRecord(kept)) return null
  const {url, body, sent} = kept
  const method = requestMethods.find(each => each === kept['method'])
  const isSample = [url, body, sent].every(each => typeof each === 'string')
  return method && isSample ? {method, url: url as string, body: body as string, sent: sent as string} : null
}

function valueIn(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** As it is asked for a request of a page. */
function askOf(kind: CodeKind, code: string, {method, url, body, sent}: Sample, isServed: boolean): RunAsk {
  if (kind === 'request') return {kind, code, isTry: true, args: {method, url, body}}
  const query = URL.canParse(url) ? Object.fromEntries(new URL(url).searchParams) : {}
  const args = {
    method,
    url,
    response: isServed ? '' : body,
    responseType: isServed ? '' : valueIn(body) === undefined ? 'text/plain' : 'application/json',
    requestHeaders: {},
    requestData: sent === '' ? query : (valueIn(sent) ?? sent),
  }
  return {kind, code, isTry: true, args}
}

/**
 * The code in a field, run on a sample: nothing at first. What was found of other code or another sample is not said. Where `isServed`, code
 * is given no answer: no request is sent.
 */
export function useTrial(kind: CodeKind, code: string, at: string, isServed: boolean) {
  const {run, tested, samples} = useForm()
  const [sample, setSample] = useState<Sample | null>(null)
  const [trial, setTrial] = useState<Trial | null>(null)
  const last = useRef(0)
  /** As somebody has typed it: that is not lost when the form is left, or the trial closed. */
  const typed = useRef<Sample | null>(null)
  useEffect(() => {
    const read = async () => {
      const kept = await samples.read(at)
      typed.current ??= readSample(kept)
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
      const chosen = sample ?? typed.current ?? sampleFrom(kind, tested.peek())
      setSample(chosen)
      setTrial({code, sample: chosen, isServed, result: 'running'})
      const result = await run(askOf(kind, code, chosen, isServed)).catch((error: unknown): RunResult => ({
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
