// The link carries the token behind `#`, which browsers never send: it stays out of logs and of the
// Referer header.
const token = location.hash.slice(1);
const byId = (id) => document.getElementById(id);
const form = byId('form');
const submit = byId('submit');
const inputs = [...form.querySelectorAll('input[name]')];
let busy = false;

if (token === '') {
  endWith(
    'Open the whole link that the first start of the service printed, with the part behind #.',
  );
} else {
  inputs[0].focus();
}

byId('showPassword').addEventListener('change', ({ target }) => {
  byId('password').type = target.checked ? 'text' : 'password';
});

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  if (busy || !showFaults(new Map(inputs.map((input) => [input, faultOf(input)])))) return;
  setBusy(true);
  try {
    await send();
  } catch {
    showProblem('The service did not answer. Check that it is running, then try again.');
  } finally {
    setBusy(false);
  }
});

byId('copy').addEventListener('click', async () => {
  const text = `client_id=${byId('clientId').textContent}\nclient_secret=${byId('clientSecret').textContent}\n`;
  try {
    await navigator.clipboard.writeText(text);
    byId('copied').textContent = 'Copied.';
  } catch {
    byId('copied').textContent = 'The browser refused to copy. Select the text instead.';
  }
});

async function send() {
  const response = await fetch('/app/v1/set-up', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, ...Object.fromEntries(new FormData(form)) }),
  });
  const body = await response.json();
  if (response.ok) showCredential(body);
  else showRefusal(response.status, body);
}

function showRefusal(status, { detail = 'Something went wrong. Try again.', at }) {
  const input = inputs.find(({ name }) => name === at);
  if (input) showFaults(new Map([[input, detail]]));
  else if (status === 403 || status === 409) endWith(detail);
  else showProblem(detail);
}

function showCredential({ clientId, clientSecret }) {
  history.replaceState(null, '', location.pathname);
  form.reset();
  byId('clientId').textContent = clientId;
  byId('clientSecret').textContent = clientSecret;
  byId('curl').textContent = [
    `curl ${location.origin}/connect/token`,
    '-d grant_type=client_credentials',
    '-d scope=public_api',
    `-d client_id=${clientId}`,
    `-d client_secret=${clientSecret}`,
  ].join(' \\\n  ');
  byId('scim').textContent = `${location.origin}/scim/v2`;
  byId('start').hidden = true;
  byId('done').hidden = false;
  document.title = 'Your account is ready – Formstead';
  byId('doneTitle').focus();
}

function faultOf(input) {
  if (input.value.trim() === '') return 'Please fill this in.';
  if ([...input.value].length < input.minLength) {
    return `At least ${input.minLength} characters, please.`;
  }
  return undefined;
}

/** Each fault stands at its field, and the first one gets the focus. Answers whether there is none. */
function showFaults(faults) {
  byId('problem').hidden = true;
  let first;
  for (const input of inputs) {
    const fault = faults.get(input);
    const place = byId(`${input.id}Error`);
    place.textContent = fault ?? '';
    place.hidden = fault === undefined;
    if (fault === undefined) {
      input.removeAttribute('aria-invalid');
    } else {
      input.setAttribute('aria-invalid', 'true');
      first ??= input;
    }
  }
  first?.focus();
  return first === undefined;
}

function showProblem(text) {
  const problem = byId('problem');
  problem.textContent = text;
  problem.hidden = false;
  problem.focus();
}

/** With this link nothing can be done, whatever is filled in. */
function endWith(text) {
  form.hidden = true;
  showProblem(text);
}

// Not disabled: that would take the focus away from whoever pressed it.
function setBusy(on) {
  busy = on;
  submit.setAttribute('aria-disabled', String(on));
  submit.textContent = on ? 'Creating…' : 'Create account';
}
