import {createRunner} from '../../src/script-sandbox/client'
import {optionsBrowserAdapter} from '../../src/browser/shared/options-browser-adapter'
import {connectRunner, wakeRunner} from '../../src/browser/shared/page-port'
import {createWorkerClient} from '../../src/browser/shared/worker-client'
import {mountOptions} from '../../src/ui/options/options'

const {run: runCode} = createRunner(connectRunner, wakeRunner)
const root = document.getElementById('app')
if (root) mountOptions(root, {client: createWorkerClient(), browserAdapter: {...optionsBrowserAdapter, runCode}})
