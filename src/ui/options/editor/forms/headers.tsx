import {headerModification, headerTargets, type HeaderModification} from '../../../../model/rules/headers'
import {Select, type Option} from '../../../components/select'
import {formTexts} from '../../../../locales/forms'
import {RowField, TextField} from '../../../components/fields/text-field'
import type {FieldsProps, Form} from './kind'
import {headerNamesList, headerValuesList, HeaderSuggestions} from '../../../components/fields/header-suggestions'
import {ModificationRows} from '../../../components/fields/modification-rows'
import {answersPreflight, getHeaderRowNote, getTokenForEverySite, losesCapitals} from '../model/header-notes'

type Target = (typeof headerTargets)[number]
type Operation = HeaderModification['type']

const getTargetOptions = (): readonly Option<Target>[] =>
  headerTargets.map(each => [each, formTexts(`headers.targets.${each}`)] as const)
const getOperationOptions = (): readonly Option<Operation>[] => [
  ['Add', formTexts('do.add')],
  ['Modify', formTexts('do.set')],
  ['Remove', formTexts('do.remove')],
]

const hasValue = ({type}: Pick<HeaderModification, 'type'>) => type !== 'Remove'

function Notes({pair: {source, modifications}}: Pick<FieldsProps<'Headers'>, 'pair'>) {
  const token = getTokenForEverySite(source, modifications)
  return (
    <>
      {token !== undefined && <p class="hint">{formTexts('headers.everySite', {header: token})}</p>}
      {answersPreflight(modifications) && <p class="hint">{formTexts('headers.preflight')}</p>}
      {losesCapitals(modifications) && <p class="hint">{formTexts('headers.lowerCase')}</p>}
    </>
  )
}

const formatNote = (change: HeaderModification): string | undefined => {
  const note = getHeaderRowNote(change)
  return note && formTexts(`headers.notes.${note}`, {header: change.header.trim()})
}

const Fields = ({pair, change, at}: FieldsProps<'Headers'>) => (
  <>
    <ModificationRows
      kind="headers"
      headings={[
        formTexts('headers.on'),
        formTexts('do.name'),
        formTexts('headers.header'),
        pair.modifications.some(hasValue) ? formTexts('headers.value') : undefined,
      ]}
      pair={pair}
      change={change}
      at={at}
      schema={headerModification}
      createItem={(): HeaderModification => ({target: 'Request', type: 'Modify', header: '', value: ''})}
      getNote={formatNote}
      renderItem={(item, here, set) => (
        <>
          <Select
            name={formTexts('headers.on')}
            value={item.target ?? 'Request'}
            options={getTargetOptions()}
            change={target => set(now => ({...now, target}))}
          />
          <Select
            name={formTexts('do.name')}
            value={item.type}
            options={getOperationOptions()}
            change={type => set(now => (hasValue({type}) ? {...now, type, value: now.value ?? ''} : {...now, type}))}
          />
          <TextField
            at={`${here}.header`}
            name={formTexts('headers.header')}
            list={headerNamesList}
            value={item.header}
            change={header => set(now => ({...now, header}))}
          />
          <RowField
            at={`${here}.value`}
            name={formTexts('headers.value')}
            list={headerValuesList(item.header)}
            value={hasValue(item) ? (item.value ?? '') : undefined}
            change={value => set(now => ({...now, value}))}
          />
        </>
      )}
    />
    <Notes pair={pair} />
  </>
)

export const headersForm: Form<'Headers'> = {
  Fields,
  hasRows: true,
  Shared: HeaderSuggestions,
}
