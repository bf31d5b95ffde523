import {starterCode} from '../../../components/fields/code/starter-code'
import {formTexts} from '../../../../locales/forms'
import {getBodyTypeOptions, switchBodyType} from '../../../components/fields/code/code-language'
import {CodeArea} from '../../../components/fields/code/code-area'
import {FormLine} from '../../../components/fields/text-field'
import type {FieldsProps, Form} from './kind'
import {SegmentedControl} from '../../../components/fields/segmented-control'

const Fields = ({pair, change, at}: FieldsProps<'Request'>) => (
  <>
    <FormLine verb={formTexts('request.verb')}>
      <SegmentedControl
        name={formTexts('body.kind')}
        value={pair.type}
        options={getBodyTypeOptions()}
        change={type => change(now => switchBodyType(now, type, starterCode.request))}
      />
    </FormLine>
    <CodeArea
      at={`${at}.value`}
      name={formTexts('request.body')}
      kind="request"
      type={pair.type}
      value={pair.value}
      change={(value, undoText) => change(now => ({...now, value}), undoText)}
    />
  </>
)

export const requestForm: Form<'Request'> = {
  Fields,
  isSourceOptional: true,
}
