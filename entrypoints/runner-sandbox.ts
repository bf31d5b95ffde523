import {defineUnlistedScript} from 'wxt/utils/define-unlisted-script'
import {serveSandbox} from '../src/page/runner/sandbox'

export default defineUnlistedScript(() => serveSandbox(window))
