// Licence: none.
namespace Shop
{
    using System.Text;
    namespace Deep
    {
#if NET8_0
        public partial class Tool
#else
        public class Tool
#endif
        {
#region Work
            [Test]
            void Work() { Helper.Do(); }
#endregion
        }
    }
}
