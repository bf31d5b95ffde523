import {codeStarts, formWords} from '../../../words'
import {bodyTypeOptions, withKind} from '../../../components/fields/code/code-language'
import {CodeArea} from '../../../components/fields/code/code-area'
import {Line} from '../../../components/fields/text-field'
import type {FieldsProps, Form} from './kind'
import {Toggle} from '../../../components/fields/toggle'

const Fields = ({pair, change, at}: FieldsProps<'Request'>) => (
  <>
    <Line verb={formWords.request.verb}>
      <Toggle
        name={formWords.body.kind}
        value={pair.type}
        options={bodyTypeOptions}
        change={type => change(now => withKind(now, type, codeStarts.request))}
      />
      <span class="hint">{formWords.request.noBody}</span>
    </Line>
    <CodeArea
      at={`${at}.value`}
      name={formWords.request.body}
      kind="request"
      type={pair.type}
      value={pair.value}
      change={(value, said) => change(now => ({...now, value}), said)}
    />
  </>
)

export const requestForm: Form<'Request'> = {
  Fields,
  isSourceOptional: true,
}
