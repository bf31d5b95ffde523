import {formatNumber} from '../../../format'
import {formTexts} from '../../../../locales/forms'
import {getInvalidNumber, setInvalidNumber} from '../../../components/fields/hidden-field-values'
import {FormLine, NumberField} from '../../../components/fields/text-field'
import type {FieldsProps, Form} from './kind'

const presets = [500, 1_000, 3_000]
/** Milliseconds after which many pages stop waiting. */
const longDelay = 10_000

const Fields = ({pair, change, at}: FieldsProps<'Delay'>) => (
  <FormLine verb={formTexts('delay.verb')}>
    <NumberField
      at={`${at}.delay`}
      name={formTexts('delay.delay')}
      class="short"
      value={pair.delay}
      invalidText={getInvalidNumber(pair)}
      change={(delay = Number.NaN, unread) => change(now => setInvalidNumber({...now, delay}, unread))}
    />
    <span>{formTexts('delay.unit')}</span>
    {presets.map(delay => (
      <button
        key={delay}
        type="button"
        class="chip"
        onClick={() => change(now => setInvalidNumber({...now, delay}, undefined))}
      >
        {formatNumber(delay)}
      </button>
    ))}
    {pair.delay > longDelay && <p class="hint whole">{formTexts('delay.long')}</p>}
  </FormLine>
)

export const delayForm: Form<'Delay'> = {Fields}
