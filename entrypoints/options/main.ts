import {createRunner} from '../../src/page/runner/client'
import {optionsSurface} from '../../src/platform/options-surface'
import {connectRunner, wakeRunner} from '../../src/platform/page-port'
import {createWorkerClient} from '../../src/platform/worker-client'
import {mountOptions} from '../../src/ui/options/options'

const {run: runCode} = createRunner(connectRunner, wakeRunner)
const root = document.getElementById('app')
if (root) mountOptions(root, {client: createWorkerClient(), surface: {...optionsSurface, runCode}})
