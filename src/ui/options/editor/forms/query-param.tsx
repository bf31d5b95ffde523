import {queryModification, type QueryModification} from '../../../../model/rules/query-param'
import {Select, type Option} from '../../../components/select'
import {formTexts} from '../../../../locales/forms'
import {RowField} from '../../../components/fields/text-field'
import type {FieldsProps, Form} from './kind'
import {ModificationRows} from '../../../components/fields/modification-rows'

/** A record may hold Add or Modify for Set. */
const getOperationOptions = (): readonly Option<QueryModification['type']>[] => [
  ['Add', formTexts('do.set')],
  ['Remove', formTexts('do.remove')],
  ['Remove All', formTexts('do.removeAll')],
]

type Kind = Pick<QueryModification, 'type'>
const hasParam = ({type}: Kind) => type !== 'Remove All'
const hasValue = ({type}: Kind) => type === 'Add' || type === 'Modify'

const Fields = ({pair, change, at}: FieldsProps<'QueryParam'>) => (
  <>
    <ModificationRows
      kind="parameters"
      headings={[
        formTexts('do.name'),
        pair.modifications.some(hasParam) ? formTexts('queryParam.parameter') : undefined,
        pair.modifications.some(hasValue) ? formTexts('queryParam.value') : undefined,
      ]}
      pair={pair}
      change={change}
      at={at}
      schema={queryModification}
      createItem={(): QueryModification => ({type: 'Add', param: '', value: ''})}
      renderItem={(item, here, set) => (
        <>
          <Select
            name={formTexts('do.name')}
            value={item.type === 'Modify' ? 'Add' : item.type}
            options={getOperationOptions()}
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
    {pair.modifications.some(hasParam) && <p class="hint">{formTexts('queryParam.rewritten')}</p>}
  </>
)

export const queryParamForm: Form<'QueryParam'> = {
  Fields,
  hasRows: true,
}
