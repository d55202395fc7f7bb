<?php
declare(strict_types=1);
/** File doc */
namespace App\Models;

use App\Base\Model as Base;
use App\Contracts\{Store, Sink as S};
use function App\Helpers\tidy;
use const App\Helpers\LIMIT;
use Other\{function f1, const C1};

/**
 * A user.
 */
#[Attr(1)]
abstract class User extends Base implements Store, \Countable
{
    use HasName, Other\T { HasName::a insteadof T; T::b as protected c; }
    const A = 1, B = self::A;
    public ?Index $index = null;
    private static Store|null $st;
    protected $plain;
    public function __construct(private readonly Index $ix, protected ?Foo $foo = new Foo(), int ...$rest) {
        parent::__construct();
        $this->plain = new Plain($ix);
        $this->index->add(1);
    }
    /** Doc. */
    #[Pure]
    public static function make(array $x, callable|Closure $c): static
    {
        $u = new static($x);
        $u->save()->then();
        self::make($x); static::$st->put(); parent::make();
        User::A; \App\foo(); tidy(LIMIT); namespace\bar();
        $f = fn (User $q) => $q->run();
        $g = function ($z) use ($u, &$x): int { return $z?->go($u); };
        foreach ($x as $k => $v) { $v->m(); }
        [$a, $b] = $x; ['k' => $kk] = $x; list($l) = $x;
        try { } catch (FooException | \Bar $e) { $e->getIt(); }
        global $glob; static $cache = null;
        "hello {$u->name} world $x";
        if ($u instanceof Thing) {}
        $name = Foo::class;
        $x[0]->call(); $this->{$dyn}(); $cls::make(); new $cls; $obj->prop = 3;
        match(true) { default => new Bar };
        return $u;
    }
    abstract function go(): Result;
}
interface I extends J, K { public function m(int $a): string; }
trait T { private string $p = "x"; }
enum Suit: string implements HasLabel { case Hearts = 'H'; case Spades = 'S'; public function label(): string { return self::Hearts->value; } }
function helper(User $u) { return $u->make(); }
define('FOO', 1);
const BAR = 2;
require __DIR__ . '/x.php';
include_once 'lib/y.php';
require_once(dirname(__FILE__) . '/z.php');
$app = new Application(); $app->run();
$c = new class($x) extends Base { public function n() {} };
echo <<<EOT
some $x words
EOT;
helper(...);
array_map('helper', $x); array_map([$this, 'go'], $x);
