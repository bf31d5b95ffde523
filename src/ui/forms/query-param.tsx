import type {QueryModification} from '../../contract/rules/query-param'
import {Select, type Option} from '../parts/select'
import {formWords} from '../words'
import {TextField} from '../fields/text-field'
import type {FieldsProps, Form} from './kind'
import {Rows} from '../fields/rows'

const operations: readonly Option<QueryModification['type']>[] = [
  ['Add', formWords.do.add],
  ['Modify', formWords.do.set],
  ['Remove', formWords.do.remove],
  ['Remove All', formWords.do.removeAll],
]

type Kind = Pick<QueryModification, 'type'>
const hasParam = ({type}: Kind) => type !== 'Remove All'
const hasValue = ({type}: Kind) => type === 'Add' || type === 'Modify'

const Fields = ({pair, change, at}: FieldsProps<'QueryParam'>) => (
  <>
    <div class="change-heads" data-kind="parameters" aria-hidden="true">
      <span>{formWords.do.name}</span>
      {pair.modifications.some(hasParam) && <span>{formWords.queryParam.parameter}</span>}
      {pair.modifications.some(hasValue) && <span>{formWords.queryParam.value}</span>}
    </div>
    <Rows
      at={`${at}.modifications`}
      items={pair.modifications}
      change={(update, said) => change(now => ({...now, modifications: [...update(now.modifications)]}), said)}
      fresh={(): QueryModification => ({type: 'Add', param: '', value: ''})}
      noun={formWords.queryParam.noun}
      draw={(item, here, set) => (
        <>
          <Select
            name={formWords.do.name}
            value={item.type}
            options={operations}
            change={type => set(now => (hasValue({type}) ? {...now, type, value: now.value ?? ''} : {...now, type}))}
          />
          {!hasParam(item) ? (
            <span />
          ) : (
            <TextField
              at={`${here}.param`}
              name={formWords.queryParam.parameter}
              value={item.param}
              change={param => set(now => ({...now, param}))}
            />
          )}
          {!hasValue(item) ? (
            <span />
          ) : (
            <TextField
              at={`${here}.value`}
              name={formWords.queryParam.value}
              value={item.value ?? ''}
              change={value => set(now => ({...now, value}))}
            />
          )}
        </>
      )}
    />
  </>
)

export const queryParamForm: Form<'QueryParam'> = {
  Fields,
  hasRows: true,
}
