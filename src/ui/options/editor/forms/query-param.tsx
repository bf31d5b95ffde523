import type {QueryModification} from '../../../../model/rules/query-param'
import {Select, type Option} from '../../../components/select'
import {formTexts} from '../../../../locales/forms'
import {RowField} from '../../../components/fields/text-field'
import type {FieldsProps, Form} from './kind'
import {RowList} from '../../../components/fields/row-list'

const operations: readonly Option<QueryModification['type']>[] = [
  ['Add', formTexts('do.add')],
  ['Modify', formTexts('do.set')],
  ['Remove', formTexts('do.remove')],
  ['Remove All', formTexts('do.removeAll')],
]

type Kind = Pick<QueryModification, 'type'>
const hasParam = ({type}: Kind) => type !== 'Remove All'
const hasValue = ({type}: Kind) => type === 'Add' || type === 'Modify'

const Fields = ({pair, change, at}: FieldsProps<'QueryParam'>) => (
  <RowList
    kind="parameters"
    headings={[
      formTexts('do.name'),
      pair.modifications.some(hasParam) ? formTexts('queryParam.parameter') : undefined,
      pair.modifications.some(hasValue) ? formTexts('queryParam.value') : undefined,
    ]}
    at={`${at}.modifications`}
    items={pair.modifications}
    change={(update, undoText) => change(now => ({...now, modifications: [...update(now.modifications)]}), undoText)}
    createItem={(): QueryModification => ({type: 'Add', param: '', value: ''})}
    renderItem={(item, here, set) => (
      <>
        <Select
          name={formTexts('do.name')}
          value={item.type}
          options={operations}
          change={type => set(now => (hasValue({type}) ? {...now, type, value: now.value ?? ''} : {...now, type}))}
        />
        <RowField
          at={`${here}.param`}
          name={formTexts('queryParam.parameter')}
          value={hasParam(item) ? item.param : undefined}
          change={param => set(now => ({...now, param}))}
        />
        <RowField
          at={`${here}.value`}
          name={formTexts('queryParam.value')}
          value={hasValue(item) ? (item.value ?? '') : undefined}
          change={value => set(now => ({...now, value}))}
        />
      </>
    )}
  />
)

export const queryParamForm: Form<'QueryParam'> = {
  Fields,
  hasRows: true,
}
