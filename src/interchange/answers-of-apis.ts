import {isRecord} from '../contract/json'
import {arrayOf} from '../contract/records'

/** The kinds of answers that Requestly gives to scripts alone: pages and files are the part of another kind. */
export const answersOfApis: ReadonlySet<unknown> = new Set(['restApi', 'graphqlApi'])

/** Whether a source says itself which types of requests it is for, and not only the kind of its answer. */
export const saysTypes = (source: unknown): boolean =>
  isRecord(source) && arrayOf(source['filters']).some(filter => isRecord(filter) && 'resourceType' in filter)
