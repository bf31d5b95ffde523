import {formWords} from '../words'
import {bodyTypeOptions, CodeArea, withKind} from '../fields/code-area'
import {Line} from '../fields/text-field'
import type {FieldsProps, Form} from './kind'
import {Toggle} from '../fields/toggle'

const start = `function modifyRequestBody(args) {
  const {method, url, body, bodyAsJson} = args
  return body
}
`

const Fields = ({pair, change, at}: FieldsProps<'Request'>) => (
  <>
    <Line verb={formWords.request.verb}>
      <Toggle
        name={formWords.body.kind}
        value={pair.type}
        options={bodyTypeOptions}
        change={type => change(now => withKind(now, type, start))}
      />
      <span class="hint">{formWords.request.noBody}</span>
    </Line>
    <CodeArea
      at={`${at}.value`}
      name={formWords.request.body}
      type={pair.type}
      value={pair.value}
      change={(value, said) => change(now => ({...now, value}), said)}
    />
  </>
)

export const requestForm: Form<'Request'> = {
  newPair: source => ({source, type: 'static', value: ''}),
  Fields,
  isSourceOptional: true,
}
