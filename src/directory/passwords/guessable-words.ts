/**
 * Words that most guessed passwords are built from, folded. Each counts as one character, at any position in a
 * password.
 */
export const GUESSABLE_WORDS: readonly string[] = `
password passwort passw0rd p@ssword p@ssw0rd pa55word pass1234 password1 password123 passphrase
motdepasse contraseña contrasena senha parola wachtwoord lozinka haslo adgangskode losenord salasana
qwerty qwertyuiop qwertz qwertzuiop azerty azertyuiop asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc
1qaz2wsx 1q2w3e4r 1q2w3e4r5t 1q2w3e q1w2e3r4 zaq12wsx qweasd qweasdzxc qwer1234 asdf1234 qwe123 asd123
abc123 abcd1234 a1b2c3 a1b2c3d4 aa123456 a123456 123abc 123qwe 1234qwer 123123 123321 121212 112233
111222 131313 159753 147258 147258369 159357 789456 789456123 987654 654321 696969 666666 7777777
admin administrator root superuser sysadmin welcome welkom willkommen bienvenue bienvenido benvenuto
letmein letmein1 changeme changeit default secret secret1 topsecret master shadow access login logon
guest user username test testing test1234 tester temp temppass temporary demo sample example
iloveyou iloveu ilovegod loveme lovely lover loveyou tequiero teamo forever blessed jesus christ
sunshine princess dragon monkey football baseball basketball soccer hockey superman batman spiderman
starwars pokemon naruto trustno1 whatever freedom computer internet google facebook linkedin instagram
microsoft windows apple samsung nokia android iphone adobe adobe123 photoshop youtube twitter
michael jennifer jessica ashley daniel charlie thomas andrew joshua matthew robert jordan hunter
george nicole amanda michelle anthony william martin alexander samantha elizabeth patrick richard
hannah maggie ginger pepper buster killer tigger bailey cookie cheese chocolate banana orange purple
summer winter spring autumn january february march april june july august september october november
december monday tuesday wednesday thursday friday saturday sunday sommer
london paris berlin madrid amsterdam chelsea arsenal liverpool barcelona juventus yankees lakers eagles
mustang ferrari porsche mercedes corvette harley yamaha
company office business manager employee security server network database system service support
correcthorsebatterystaple opensesame abracadabra password! hello123 hello goodbye money dollar
zaqxsw poiuytrewq mnbvcxz lkjhgfdsa !@#$%^&* !@#$%^
`
  .trim()
  .split(/\s+/);
