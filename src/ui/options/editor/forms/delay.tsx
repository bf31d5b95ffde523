import {formatNumber} from '../../../format'
import {formTexts} from '../../../../locales/forms'
import {unreadOf, withUnread} from '../../../components/fields/hidden-field-values'
import {Line, NumberField} from '../../../components/fields/text-field'
import type {FieldsProps, Form} from './kind'

const usual = [500, 1_000, 3_000]
/** Milliseconds after which many pages stop waiting. */
const long = 10_000

const Fields = ({pair, change, at}: FieldsProps<'Delay'>) => (
  <Line verb={formTexts('delay.verb')}>
    <NumberField
      at={`${at}.delay`}
      name={formTexts('delay.delay')}
      class="short"
      value={pair.delay}
      unread={unreadOf(pair)}
      change={(delay = Number.NaN, unread) => change(now => withUnread({...now, delay}, unread))}
    />
    <span>{formTexts('delay.unit')}</span>
    {usual.map(delay => (
      <button
        key={delay}
        type="button"
        class="chip"
        onClick={() => change(now => withUnread({...now, delay}, undefined))}
      >
        {formatNumber(delay)}
      </button>
    ))}
    {pair.delay > long && <p class="hint whole">{formTexts('delay.long')}</p>}
  </Line>
)

export const delayForm: Form<'Delay'> = {Fields}
