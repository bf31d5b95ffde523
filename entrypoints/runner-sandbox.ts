import {defineUnlistedScript} from 'wxt/utils/define-unlisted-script'
import {serveSandbox} from '../src/script-sandbox/sandbox'

export default defineUnlistedScript(() => serveSandbox(window))
