import {formTexts} from '../../../../locales/forms'
import {FormLine, TextField} from '../../../components/fields/text-field'
import {useForm} from '../../../hooks/use-field'
import type {DiffSegment} from '../../../tester/url-diff'
import type {FieldsProps, Form} from './kind'

const Segments = ({segments}: {readonly segments: readonly DiffSegment[]}) => (
  <code>{segments.map(({text, isChanged}, index) => (isChanged ? <mark key={index}>{text}</mark> : text))}</code>
)

function Preview({at}: {readonly at: string}) {
  const change = useForm().previews.value.get(at)
  if (!change) return null
  return (
    <p class="hint whole">
      {formTexts('replace.tested')} <Segments segments={change.before} /> → <Segments segments={change.after} />
    </p>
  )
}

const Fields = ({pair, change, at}: FieldsProps<'Replace'>) => (
  <FormLine verb={formTexts('replace.verb')}>
    <TextField
      at={`${at}.from`}
      name={formTexts('replace.from')}
      placeholder={formTexts('replace.fromHint')}
      value={pair.from}
      change={from => change(now => ({...now, from}))}
    />
    <span>{formTexts('replace.to')}</span>
    <TextField
      at={`${at}.to`}
      name={formTexts('replace.toName')}
      placeholder={formTexts('replace.toHint')}
      value={pair.to}
      change={to => change(now => ({...now, to}))}
    />
    <Preview at={at} />
  </FormLine>
)

export const replaceForm: Form<'Replace'> = {Fields}
