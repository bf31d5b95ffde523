import {createUserAgentHeaders} from '../../../../dnr/user-agent-override'
import {getUserAgentPreset, userAgents} from '../../../data/user-agents'
import {Select, type Option} from '../../../components/select'
import type {PairOf} from '../../../../model/rules'
import {getAlternative, setAlternative} from '../../../components/fields/hidden-field-values'
import {formTexts} from '../../../../locales/forms'
import {FormLine, TextField} from '../../../components/fields/text-field'
import type {FieldsProps, Form} from './kind'

const custom = ''
const getPresetOptions = (): readonly Option<string>[] => [
  ...userAgents.map(({name}) => [name, formTexts(`userAgent.presets.${name}`)] as const),
  [custom, formTexts('userAgent.custom')],
]

/** Custom restores the text of the user, or starts with the preset. */
function withPreset(pair: PairOf<'UserAgent'>, name: string): PairOf<'UserAgent'> {
  const preset = userAgents.find(each => each.name === name)
  if (!preset) return setAlternative({...pair, userAgent: getAlternative(pair) ?? pair.userAgent}, undefined)
  const isOwn = getUserAgentPreset(pair.userAgent) === undefined && pair.userAgent.trim() !== ''
  return setAlternative({...pair, userAgent: preset.value}, isOwn ? pair.userAgent : getAlternative(pair))
}

const properName = (header: string) =>
  header.replace(/(^|-)(ua|ch|[a-z])/g, (_, dash: string, start: string) => dash + start.toUpperCase())

function Fields({pair, change, at}: FieldsProps<'UserAgent'>) {
  const hints = createUserAgentHeaders(pair.userAgent)
    .slice(1)
    .flatMap(({header, value}) => (value === undefined ? [] : [{name: properName(header), value}]))
  return (
    <FormLine verb={formTexts('userAgent.verb')}>
      <Select
        name={formTexts('userAgent.preset')}
        value={getUserAgentPreset(pair.userAgent) ?? custom}
        options={getPresetOptions()}
        change={name => change(now => withPreset(now, name))}
      />
      <TextField
        at={`${at}.userAgent`}
        name={formTexts('userAgent.userAgent')}
        value={pair.userAgent}
        change={userAgent => change(now => ({...now, userAgent}))}
        rows={3}
        class="whole"
      />
      {hints.length === 0 && <p class="hint whole">{formTexts('userAgent.noHints')}</p>}
      {hints.length > 0 && (
        <p class="hint hints whole">
          {hints.map(({name, value}) => (
            <span key={name}>
              {name}: <code>{value}</code>
            </span>
          ))}
        </p>
      )}
    </FormLine>
  )
}

export const userAgentForm: Form<'UserAgent'> = {
  Fields,
}
