import {starterCode} from '../../../components/fields/code/starter-code'
import {formTexts} from '../../../../locales/forms'
import {bodyTypeOptions, withKind} from '../../../components/fields/code/code-language'
import {CodeArea} from '../../../components/fields/code/code-area'
import {Line} from '../../../components/fields/text-field'
import type {FieldsProps, Form} from './kind'
import {Toggle} from '../../../components/fields/segmented-control'

const Fields = ({pair, change, at}: FieldsProps<'Request'>) => (
  <>
    <Line verb={formTexts('request.verb')}>
      <Toggle
        name={formTexts('body.kind')}
        value={pair.type}
        options={bodyTypeOptions}
        change={type => change(now => withKind(now, type, starterCode.request))}
      />
      <span class="hint">{formTexts('request.noBody')}</span>
    </Line>
    <CodeArea
      at={`${at}.value`}
      name={formTexts('request.body')}
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
