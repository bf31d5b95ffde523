import type {RuleType} from '../../../../model/rules'
import {cancelForm} from './cancel'
import {delayForm} from './delay'
import type {Form} from './kind'
import {headersForm} from './headers'
import {queryParamForm} from './query-param'
import {redirectForm} from './redirect'
import {replaceForm} from './replace'
import {requestForm} from './request'
import {responseForm} from './response'
import {userAgentForm} from './user-agent'

export const forms: {readonly [T in RuleType]: Form<T>} = {
  Redirect: redirectForm,
  Cancel: cancelForm,
  Replace: replaceForm,
  Headers: headersForm,
  UserAgent: userAgentForm,
  QueryParam: queryParamForm,
  Request: requestForm,
  Response: responseForm,
  Delay: delayForm,
}
