import {readPageRequest} from '../contract/paging'
import type {Page, PageRequest} from '../contract/rule-service'
import type {StoredRecord} from '../contract/rule'
import {listedGroup, listedRule} from '../translate/answers'
import {shelfOf, type Desk} from './desk'
import {slice, type Kind} from './store'

async function pageOf(desk: Desk, kind: Kind, request: PageRequest): Promise<Page<StoredRecord>> {
  const {offset, pageSize} = readPageRequest(request)
  const {records, total} = await slice(shelfOf(desk, kind), offset, pageSize)
  const next = offset + records.length
  return {success: true, data: records, total, nextOffset: records.length > 0 && next < total ? next : null}
}

/** A page of rules in the order of making, each with what it becomes in a browser. */
export async function listRules(desk: Desk, request: PageRequest): Promise<Page<StoredRecord>> {
  const page = await pageOf(desk, 'rule', request)
  return {...page, data: page.data.map(record => listedRule(record, {apiHost: desk.host}))}
}

export async function listGroups(desk: Desk, request: PageRequest): Promise<Page<StoredRecord>> {
  const page = await pageOf(desk, 'group', request)
  return {...page, data: page.data.map(listedGroup)}
}
