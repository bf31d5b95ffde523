import {headerTargets, type HeaderModification} from '../../../../model/rules/headers'
import {Select, type Option} from '../../../components/select'
import {formTexts} from '../../../../locales/forms'
import {RowField, TextField} from '../../../components/fields/text-field'
import type {FieldsProps, Form} from './kind'
import {headerNamesList, headerValuesList, HeaderSuggestions} from '../../../components/fields/header-suggestions'
import {RowList} from '../../../components/fields/row-list'

type Target = (typeof headerTargets)[number]
type Operation = HeaderModification['type']

const targets: readonly Option<Target>[] = headerTargets.map(
  each => [each, formTexts(`headers.targets.${each}`)] as const,
)
const operations: readonly Option<Operation>[] = [
  ['Add', formTexts('do.add')],
  ['Modify', formTexts('do.set')],
  ['Remove', formTexts('do.remove')],
]

const hasValue = ({type}: Pick<HeaderModification, 'type'>) => type !== 'Remove'

const Fields = ({pair, change, at}: FieldsProps<'Headers'>) => (
  <RowList
    kind="headers"
    headings={[
      formTexts('headers.on'),
      formTexts('do.name'),
      formTexts('headers.header'),
      pair.modifications.some(hasValue) ? formTexts('headers.value') : undefined,
    ]}
    at={`${at}.modifications`}
    items={pair.modifications}
    change={(update, undoText) => change(now => ({...now, modifications: [...update(now.modifications)]}), undoText)}
    createItem={(): HeaderModification => ({target: 'Request', type: 'Modify', header: '', value: ''})}
    renderItem={(item, here, set) => (
      <>
        <Select
          name={formTexts('headers.on')}
          value={item.target ?? 'Request'}
          options={targets}
          change={target => set(now => ({...now, target}))}
        />
        <Select
          name={formTexts('do.name')}
          value={item.type}
          options={operations}
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
)

export const headersForm: Form<'Headers'> = {
  Fields,
  hasRows: true,
  Shared: HeaderSuggestions,
}
