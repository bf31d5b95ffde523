import * as z from 'zod/mini'
import {envelopes, errorBody} from '../../api/envelopes'
import {pairKinds, ruleTypes} from '../../model/rules'
import {defaultPageSize, largestPageSize} from '../../api/rule-service'
import {source, sourceKeys} from '../../model/source'
import {limits} from '../limits'

type JsonSchema = Readonly<Record<string, unknown>>

const toJsonSchema = (schema: z.ZodMiniType): JsonSchema => {
  const {$schema: _dialect, ...rest} = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({zodSchema, jsonSchema}) {
      if (zodSchema === source.shape.key) jsonSchema.enum = [...sourceKeys, 'Url']
    },
  })
  return rest
}

const toReference = (name: string) => ({$ref: `#/components/schemas/${name}`})
const toContent = (schema: JsonSchema) => ({content: {'application/json': {schema}}})
const status = {type: 'string', enum: ['Active', 'Inactive'], default: 'Active'}
const name = {type: 'string', minLength: 1, maxLength: limits.name}

const ruleBody = {
  type: 'object',
  required: ['name', 'objectType', 'ruleType', 'pairs'],
  properties: {
    name,
    description: {type: 'string', maxLength: limits.description},
    objectType: {const: 'rule'},
    ruleType: {enum: ruleTypes},
    status,
    groupId: {type: 'string', description: 'Left out or empty: in no group.'},
    pairs: {
      type: 'array',
      minItems: 1,
      maxItems: limits.pairs,
      items: {anyOf: ruleTypes.map(type => toReference(`${type}Pair`))},
      description: 'Each of the shape that its ruleType asks for.',
    },
  },
}

const groupBody = {
  type: 'object',
  required: ['name'],
  properties: {name, status, isFavourite: {type: 'boolean', default: false}},
}

const doneBody = {
  type: 'object',
  required: ['success', 'message'],
  properties: {success: {const: true}, message: {type: 'string'}},
}

const descriptions = {
  400: 'Invalid payload, page or id; `faults` names each field and why',
  401: 'Unauthorized action',
  404: 'Rule or group not found',
  405: 'Rule type update not allowed',
  429: 'Too many requests; `retry-after` says in how many seconds',
  500: 'Server error',
} as const

const toRefusal = (code: keyof typeof descriptions) => [
  code,
  {
    description: descriptions[code],
    ...toContent(toReference('Error')),
    ...(code === 429 && {headers: {'retry-after': seconds}}),
  },
]
const seconds = {schema: {type: 'integer', minimum: 1}}

type Operation = {
  readonly summary: string
  readonly description?: string
  readonly answer: string
  readonly body?: string
  readonly parameters?: readonly JsonSchema[]
  readonly refusals: readonly (keyof typeof descriptions)[]
}

const toOperation = ({summary, description, answer, body, parameters, refusals}: Operation) => ({
  summary,
  ...(description !== undefined && {description}),
  ...(parameters && {parameters}),
  ...(body !== undefined && {requestBody: {required: true, ...toContent(toReference(body))}}),
  responses: Object.fromEntries([
    [200, {description: summary, ...toContent(toReference(answer))}],
    ...refusals.map(toRefusal),
  ]),
})

const createIdParameter = (what: string): JsonSchema => ({
  name: 'id',
  in: 'path',
  required: true,
  schema: {type: 'string'},
  description: what,
})
const pageParameters: readonly JsonSchema[] = [
  {
    name: 'offset',
    in: 'query',
    schema: {type: 'integer', minimum: 0, default: 0},
    description: 'The nextOffset of the page before.',
  },
  {
    name: 'pageSize',
    in: 'query',
    schema: {type: 'integer', minimum: 1, maximum: largestPageSize, default: defaultPageSize},
  },
]
const ifMatch: JsonSchema = {
  name: 'if-match',
  in: 'header',
  schema: {type: 'string', pattern: '^"[0-9]+"$'},
  description:
    'The modificationDate of the version that this changes. Where another one is kept by now, 400 with the code changed-since.',
}
const idempotencyKey: JsonSchema = {
  name: 'idempotency-key',
  in: 'header',
  schema: {type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$'},
  description:
    'A key that the client makes for this record. A repeated request with the same key creates nothing: it gets the response of the first one. ' +
    'Keys belong to the workspace and are kept for 24 hours; the response header idempotency-key-ttl gives that in seconds.',
}
const ruleId = createIdParameter('The id of a rule, such as Redirect_4f9c')
const groupId = createIdParameter('The id of a group, such as Group_4f9c')

export const openApi = {
  openapi: '3.1.0',
  info: {
    title: 'Switchyard team server',
    version: '1',
    description: 'The rules and groups of a team. Every call carries the header x-api-key.',
  },
  security: [{key: []}],
  paths: {
    '/v1/rules': {
      post: toOperation({
        summary: 'Create a rule',
        parameters: [idempotencyKey],
        body: 'RuleBody',
        answer: 'Rule',
        refusals: [400, 401, 404, 405, 429, 500],
      }),
      get: toOperation({
        summary: 'List rules',
        // The contract's table allows 404 as well.
        description: 'Never answers 404: a list names no rule and no group, and behind its end it is empty.',
        parameters: pageParameters,
        answer: 'Rules',
        refusals: [400, 401, 429, 500],
      }),
    },
    '/v1/rules/{id}': {
      parameters: [ruleId],
      get: toOperation({summary: 'Get a rule', answer: 'Rule', refusals: [400, 401, 404, 429, 500]}),
      put: toOperation({
        summary: 'Update a rule',
        parameters: [ifMatch],
        body: 'RuleBody',
        answer: 'UpdatedRule',
        refusals: [400, 401, 404, 405, 500],
      }),
      delete: toOperation({
        summary: 'Delete a rule',
        parameters: [ifMatch],
        answer: 'Done',
        refusals: [400, 401, 404, 500],
      }),
    },
    '/v1/groups': {
      post: toOperation({
        summary: 'Create a group',
        parameters: [idempotencyKey],
        body: 'GroupBody',
        answer: 'Group',
        refusals: [400, 401, 500],
      }),
      get: toOperation({
        summary: 'List groups',
        parameters: pageParameters,
        answer: 'Rules',
        refusals: [400, 401, 429, 500],
      }),
    },
    '/v1/groups/{id}': {
      parameters: [groupId],
      put: toOperation({
        summary: 'Update a group',
        parameters: [ifMatch],
        body: 'GroupBody',
        answer: 'UpdatedGroup',
        refusals: [400, 401, 404, 500],
      }),
      delete: toOperation({
        summary: 'Delete a group; its rules are in no group then',
        parameters: [ifMatch],
        answer: 'Done',
        refusals: [400, 401, 404, 500],
      }),
    },
  },
  components: {
    securitySchemes: {key: {type: 'apiKey', in: 'header', name: 'x-api-key'}},
    schemas: {
      RuleBody: ruleBody,
      GroupBody: groupBody,
      Rule: toJsonSchema(envelopes.rule),
      UpdatedRule: toJsonSchema(envelopes.updatedRule),
      Rules: toJsonSchema(envelopes.rules),
      Group: toJsonSchema(envelopes.group),
      UpdatedGroup: toJsonSchema(envelopes.updatedGroup),
      Done: doneBody,
      Error: toJsonSchema(errorBody),
      ...Object.fromEntries(ruleTypes.map(type => [`${type}Pair`, toJsonSchema(pairKinds[type].schema)])),
    },
  },
}
