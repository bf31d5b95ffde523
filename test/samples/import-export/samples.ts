import {charlesSamples} from './charles'
import {curlSamples} from './curl'
import {harSamples} from './har'
import {headerEditorSamples} from './header-editor'
import {inssmanSamples} from './inssman'
import {modHeaderSamples} from './modheader'
import {redirectorSamples} from './redirector'
import {requestlySamples} from './requestly'
import {resourceOverrideSamples} from './resource-override'
import type {Sample} from './sample'
import {simpleModifyHeadersSamples} from './simple-modify-headers'
import {switchyardSamples} from './switchyard'

/** The samples of each format by its name. */
export const samplesOf: Readonly<Record<string, readonly Sample[]>> = {
  Switchyard: switchyardSamples,
  Requestly: requestlySamples,
  ModHeader: modHeaderSamples,
  Redirector: redirectorSamples,
  'Header Editor': headerEditorSamples,
  'Resource Override': resourceOverrideSamples,
  SimpleModifyHeaders: simpleModifyHeadersSamples,
  inssman: inssmanSamples,
  HAR: harSamples,
  Charles: charlesSamples,
  cURL: curlSamples,
}
