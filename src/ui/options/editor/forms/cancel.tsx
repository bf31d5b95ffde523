import {FormLine} from '../../../components/fields/text-field'
import {formTexts} from '../../../../locales/forms'
import type {Form} from './kind'

export const cancelForm: Form<'Cancel'> = {
  Fields: () => (
    <FormLine verb={formTexts('cancel.verb')}>
      <span>{formTexts('cancel.request')}</span>
      <p class="hint whole">{formTexts('cancel.seen')}</p>
    </FormLine>
  ),
}
