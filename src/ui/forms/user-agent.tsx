import {useEffect, useState} from 'preact/hooks'
import {presetOf, userAgents} from '../data/user-agents'
import {Select, type Option} from '../parts/select'
import type {PairOf} from '../../contract/rules'
import {asideOf, withAside} from '../fields/put-aside'
import {formWords} from '../words'
import {Line, TextField} from '../fields/text-field'
import type {FieldsProps, Form} from './kind'

const custom = ''
const presets: readonly Option<string>[] = [
  ...userAgents.map(({name}) => [name, name] as const),
  [custom, formWords.userAgent.custom],
]

/** A text of one's own comes back with "Custom"; where there is none, what is there is a start for one. */
function withPreset(pair: PairOf<'UserAgent'>, name: string): PairOf<'UserAgent'> {
  const preset = userAgents.find(each => each.name === name)
  if (!preset) return withAside({...pair, userAgent: asideOf(pair) ?? pair.userAgent}, undefined)
  const isOwn = presetOf(pair.userAgent) === undefined && pair.userAgent.trim() !== ''
  return withAside({...pair, userAgent: preset.value}, isOwn ? pair.userAgent : asideOf(pair))
}

type Hint = {readonly name: string; readonly value: string}
const properName = (header: string) =>
  header.replace(/(^|-)(ua|ch|[a-z])/g, (_, dash: string, start: string) => dash + start.toUpperCase())

/** The client hints that are sent with it; none for a browser that has none. */
function useClientHints(userAgent: string): readonly Hint[] | undefined {
  const [hints, setHints] = useState<readonly Hint[]>()
  useEffect(() => {
    let isCurrent = true
    const show = async () => {
      const {userAgentHeaders} = await import('../../translate/navigator-claims')
      const hintsNow = userAgentHeaders(userAgent).slice(1)
      if (!isCurrent) return
      setHints(hintsNow.flatMap(({header, value}) => (value === undefined ? [] : [{name: properName(header), value}])))
    }
    void show()
    return () => {
      isCurrent = false
    }
  }, [userAgent])
  return hints
}

function Fields({pair, change, at}: FieldsProps<'UserAgent'>) {
  const hints = useClientHints(pair.userAgent)
  return (
    <Line verb={formWords.userAgent.verb}>
      <Select
        name={formWords.userAgent.preset}
        value={presetOf(pair.userAgent) ?? custom}
        options={presets}
        change={name => change(now => withPreset(now, name))}
      />
      <TextField
        at={`${at}.userAgent`}
        name={formWords.userAgent.userAgent}
        value={pair.userAgent}
        change={userAgent => change(now => ({...now, userAgent}))}
        rows={3}
        class="whole"
      />
      {hints?.length === 0 && <p class="hint whole">{formWords.userAgent.noHints}</p>}
      {hints !== undefined && hints.length > 0 && (
        <p class="hint hints whole">
          {hints.map(({name, value}) => (
            <span key={name}>
              {name}: <code>{value}</code>
            </span>
          ))}
        </p>
      )}
    </Line>
  )
}

export const userAgentForm: Form<'UserAgent'> = {
  Fields,
}
