import {presetOf, userAgents} from '../data/user-agents'
import {Select, type Option} from '../parts/select'
import {formWords} from '../words'
import {Line, TextField} from '../fields/text-field'
import type {FieldsProps, Form} from './kind'

const custom = ''
const presets: readonly Option<string>[] = [
  ...userAgents.map(({name}) => [name, name] as const),
  [custom, formWords.userAgent.custom],
]

const Fields = ({pair, change, at}: FieldsProps<'UserAgent'>) => (
  <Line verb={formWords.userAgent.verb}>
    <Select
      name={formWords.userAgent.preset}
      value={presetOf(pair.userAgent) ?? custom}
      options={presets}
      change={name => {
        // Choosing "Custom" leaves the text as a start for one's own.
        const preset = userAgents.find(each => each.name === name)
        if (preset) change(now => ({...now, userAgent: preset.value}))
      }}
    />
    <TextField
      at={`${at}.userAgent`}
      name={formWords.userAgent.userAgent}
      value={pair.userAgent}
      change={userAgent => change(now => ({...now, userAgent}))}
      rows={3}
      class="whole"
    />
    <p class="hint">{formWords.userAgent.hints}</p>
  </Line>
)

export const userAgentForm: Form<'UserAgent'> = {
  newPair: source => ({source, userAgent: userAgents[0].value}),
  Fields,
}
